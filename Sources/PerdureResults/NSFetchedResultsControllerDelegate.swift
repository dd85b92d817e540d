// SPDX-License-Identifier: Apache-2.0
// The delegate of a fetched results controller. ResultTracker+Telling.swift finds out which methods a delegate has by calling
// them.

import Foundation
import Perdure
import PerdureModel

/// The kind of change of an object or a section in a fetched list.
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// The object or section was inserted.
    case insert = 1
    /// The object or section was deleted.
    case delete = 2
    /// The object moved; its contents may have changed too.
    case move = 3
    /// The object's contents changed; its index path did not.
    case update = 4
}

/// The delegate of a fetched results controller; its methods are called on the context's queue.
///
/// All methods have default implementations that do nothing. If a delegate has the method with a snapshot, only that method is
/// called. Otherwise, for a list without sections, if it has the method with a difference, only that method is called.
/// `performFetch()` calls both methods too.
///
/// For each processed change, the other methods are called in this order: `controllerWillChangeContent` with the old list, then
/// all sections, then all objects (deletions, insertions, moves, updates), then `controllerDidChangeContent`.
///
/// ## Compatibility
/// Snapshots are values of type `FetchedResultsSnapshot`. The first call remembers which methods a delegate has. A delegate
/// must therefore not gain or lose methods afterwards by a change of its class.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
    /// The list changed; called with its new state.
    ///
    /// - Parameters:
    ///   - controller: the controller.
    ///   - snapshot: the sections and objects; changed objects are marked as reloaded.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: FetchedResultsSnapshot)

    /// The list, which has no sections, changed; called with the difference.
    ///
    /// - Parameters:
    ///   - controller: the controller.
    ///   - diff: the inserted and removed IDs; a moved object is in both. It is empty if objects changed only in place.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)

    /// Changes follow; the list still has its old state.
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// A section was inserted or deleted.
    ///
    /// - Parameters:
    ///   - controller: the controller.
    ///   - sectionInfo: the section; a deleted section has no objects.
    ///   - sectionIndex: its index: before the change for a deleted section, after the change for an inserted one.
    ///   - type: insert or delete.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)

    /// An object changed; objects whose index only shifts are not reported.
    ///
    /// - Parameters:
    ///   - controller: the controller.
    ///   - anObject: the object.
    ///   - indexPath: its path before all changes; nil for an insertion.
    ///   - type: the kind of change.
    ///   - newIndexPath: its path after all changes; nil for a deletion.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

    /// All changes have been reported.
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// The index title of a section; the default implementation returns the controller's title.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?
}

extension NSFetchedResultsControllerDelegate {
    /// Records that the delegate does not implement the method.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: FetchedResultsSnapshot
    ) { controller.tracker.delegateLacksMethod = true }

    /// Records that the delegate does not implement the method.
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

    /// Returns the controller's title.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? { controller.sectionIndexTitle(forSectionName: sectionName) }
}
