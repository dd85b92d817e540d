// SPDX-License-Identifier: Apache-2.0
// Whom a fetched results controller tells of changes. Which of the methods a delegate has is found out by calling them:
// ResultTracker+Telling.swift.

import Foundation

/// What happened to an object or a section of a fetched list.
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// It came into the list.
    case insert = 1
    /// It left the list.
    case delete = 2
    /// It is at another place; its contents may be others too.
    case move = 3
    /// Its contents changed, and it is where it was.
    case update = 4
}

/// Whom a fetched results controller tells of changes, on its context's queue.
///
/// All methods have implementations that do nothing. A delegate with the method that takes a snapshot is told nothing
/// else; of the others, one with the method that takes a difference is told nothing else of lists without sections. Both
/// are also called by `performFetch()`.
///
/// For each processed change the others are called in this order: `controllerWillChangeContent` with the list as it was,
/// all sections, all objects (deletions, insertions, moves, updates), `controllerDidChangeContent`.
///
/// ## Compatibility
/// Snapshots are values of type `FetchedResultsSnapshot`. A delegate must not gain or lose methods by subclassing after
/// the first call, which remembers which there are.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
    /// The list changed: tells its new state.
    ///
    /// - Parameters:
    ///   - controller: the controller.
    ///   - snapshot: the sections and objects, with those that changed marked as reloaded.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: FetchedResultsSnapshot)

    /// The list, which has no sections, changed: tells what is different.
    ///
    /// - Parameters:
    ///   - controller: the controller.
    ///   - diff: the IDs that came and went; a moved object does both. Empty if objects changed where they are.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)

    /// Changes follow; the list is still as it was.
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// A section came or went.
    ///
    /// - Parameters:
    ///   - controller: the controller.
    ///   - sectionInfo: the section; one that went has no objects.
    ///   - sectionIndex: its number: before the change if it went, after it if it came.
    ///   - type: insert or delete.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)

    /// Something happened to an object; those that others shift are not told of.
    ///
    /// - Parameters:
    ///   - controller: the controller.
    ///   - anObject: the object.
    ///   - indexPath: its path before all changes; nil for an insertion.
    ///   - type: what happened.
    ///   - newIndexPath: its path after all changes; nil for a deletion.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

    /// All changes are told.
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// The title of a section in an index; unless there is an implementation, what the controller says.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?
}

extension NSFetchedResultsControllerDelegate {
    /// Says that the delegate has no such method.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: FetchedResultsSnapshot
    ) { controller.tracker.delegateLacksMethod = true }

    /// Says that the delegate has no such method.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) { controller.tracker.delegateLacksMethod = true }

    /// Does nothing.
    public func controllerWillChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}

    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {}

    /// Does nothing.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    /// Does nothing.
    public func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {}

    /// Gives the controller's title.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? { controller.sectionIndexTitle(forSectionName: sectionName) }
}
