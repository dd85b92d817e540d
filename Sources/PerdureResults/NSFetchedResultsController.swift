// SPDX-License-Identifier: Apache-2.0
// A fetched list with sections that follows its context. ResultTracker.swift does the work, without a result type.
// NSFetchedResultsController+Sections.swift has sections and index titles.

import Foundation
import Perdure
import PerdureModel
import PerdurePredicates

/// A list of the objects that a fetch request finds, in sections; the list follows the changes of its context.
///
/// ```swift
/// let request = NSFetchRequest<Movie>(entityName: "Movie")
/// request.sortDescriptors = [NSSortDescriptor(key: "genre", ascending: true), NSSortDescriptor(key: "title", ascending: true)]
/// let controller = NSFetchedResultsController(
///     fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "genre", cacheName: nil)
/// controller.delegate = self
/// try controller.performFetch()
/// ```
///
/// With a delegate the list is up to date at the end of each event of the context: after `processPendingChanges()`, a save, a
/// merge, a rollback. Without a delegate the list stays as it was fetched. Only changed objects are tested with the request's
/// predicate and compared: a change of k objects in a list of n costs k searches. Use the list on its context's queue.
///
/// ## Compatibility
/// The delegate is weak. When another context saves an object that is a fault here, the list is updated too. A reset of the
/// context fetches again. With a fetch limit, changed objects can extend the list beyond the limit until the next
/// `performFetch()`.
open class NSFetchedResultsController<ResultType: NSFetchRequestResult>: NSObject {
    /// The request; change it, then call `performFetch()`.
    public final let fetchRequest: NSFetchRequest<ResultType>

    /// The context whose changes the list follows.
    public final let managedObjectContext: NSManagedObjectContext

    /// The key path of the section name; nil for a list with one section.
    public final let sectionNameKeyPath: String?

    /// The name of the section cache; nil for none.
    public final let cacheName: String?

    let tracker: ResultTracker

    /// Makes a controller; its list is empty before `performFetch()`.
    ///
    /// - Parameters:
    ///   - fetchRequest: the request for the list, for managed objects and with sort descriptors. The first sort descriptor
    ///     orders the sections.
    ///   - context: the context to fetch in.
    ///   - sectionNameKeyPath: the key path of an object's section name. It is an attribute (stored, transient or computed) or
    ///     a path through to-one relationships; nil for no sections.
    ///   - name: the name of a cache of section sizes, which avoids reading objects; nil for none.
    ///
    /// ## Compatibility
    /// A request whose `sortDescriptors` are nil is an error of `performFetch()`; Apple's initializer raises an exception. An
    /// empty array is accepted: objects are then ordered by their IDs.
    public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        self.fetchRequest = fetchRequest
        managedObjectContext = context
        self.sectionNameKeyPath = sectionNameKeyPath
        cacheName = name
        tracker = ResultTracker(context)
        super.init()
        tracker.controller = self
        context.listeners.add(tracker)
    }

    deinit { managedObjectContext.listeners.remove(tracker) }

    /// The delegate, which is told of changes; without a delegate the list does not follow its context.
    ///
    /// Set it before `performFetch()`. If it is set later and the list has missed changes, the list is fetched again at the
    /// next change.
    open var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { tracker.delegate }
        set { tracker.delegate = newValue }
    }

    /// Fetches the list.
    ///
    /// The cost is that of the fetch. With sections, objects are also read to find where each section begins. All objects are
    /// read, unless the first sort descriptor is the section key path itself.
    ///
    /// - Throws: `CoreDataException` for a request whose `sortDescriptors` are nil, for a result type other than objects, for
    ///   sections that are out of order, and for a cache whose request was changed; also the errors of the fetch.
    open func performFetch() throws {
        try tracker.fetch(fetchRequest, sectionNameKeyPath.map(SectionKey.init), cacheName: cacheName)
    }

    /// The objects in their order; nil before `performFetch()`.
    open var fetchedObjects: [ResultType]? {
        // The cast holds, because `performFetch` and `isResult` allow only objects of the result type into the list.
        tracker.fetched.map { unsafeBitCast($0.list.array, to: [ResultType].self) }
    }

    /// The object at an index path of section and item.
    ///
    /// The process stops for a path outside of the list; `tryObject(at:)` throws instead.
    open func object(at indexPath: IndexPath) -> ResultType {
        do { return try tryObject(at: indexPath) } catch { ResultErrors.stop(error) }
    }

    /// The object at an index path of section and item; throws where `object(at:)` stops the process.
    ///
    /// - Parameter indexPath: the path.
    /// - Returns: the object.
    /// - Throws: `CoreDataException` with the path and the bounds.
    public final func tryObject(at indexPath: IndexPath) throws -> ResultType {
        guard let fetched = tracker.fetched else { throw ResultErrors.notFetched("object(at:)") }
        guard let index = fetched.sections.index(of: indexPath) else {
            throw ResultErrors.noObject(at: indexPath, fetched.sections)
        }
        return unsafeBitCast(fetched.list[index], to: ResultType.self)
    }

    /// The index path of an object; nil for an object outside of the list.
    ///
    /// The cost is one look-up in a table, which the first call makes.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
        guard let fetched = tracker.fetched, let object = object as AnyObject as? NSManagedObject,
            let index = fetched.list.index(of: object)
        else { return nil }
        return fetched.sections.path(of: index)
    }

    /// Deletes the remembered sections of one cache, or of all caches.
    ///
    /// Call this method before you change the predicate or the order of a request with a cache.
    ///
    /// - Parameter name: the cache's name; nil for all.
    open class func deleteCache(withName name: String?) { SectionCache.delete(name) }

    /// The index title of a section: the first letter of its name in upper case, unless overridden.
    ///
    /// - Parameter sectionName: the section's name.
    /// - Returns: the title; nil for an empty name.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        sectionName.first.map { $0.uppercased() }
    }
}
