// SPDX-License-Identifier: Apache-2.0
// The list that follows its context, with sections. What it does is in ResultTracker.swift, which has no result type;
// sections and index titles are in NSFetchedResultsController+Sections.swift.

import Foundation
import PerdurePredicates

/// A list of the objects that a fetch request finds, in sections, which follows the changes of its context.
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
/// With a delegate the list is up to date at the end of each event of the context: after `processPendingChanges()`, a
/// save, a merge, a rollback. Without one it stays as it was fetched. Only objects that something happened to are tested
/// with the request's predicate and compared: a change of k objects of n costs k searches. Use it on its context's queue.
///
/// ## Compatibility
/// The delegate is weak. Objects of the list that are faults take part when others save them. A reset of the context
/// fetches again. With a fetch limit, changed objects join the list beyond it until the next `performFetch()`.
open class NSFetchedResultsController<ResultType: NSFetchRequestResult>: NSObject {
    /// The request; change it, then call `performFetch()`.
    public final let fetchRequest: NSFetchRequest<ResultType>

    /// The context whose changes the list follows.
    public final let managedObjectContext: NSManagedObjectContext

    /// What names the sections; nil for a list of one section.
    public final let sectionNameKeyPath: String?

    /// The name of the section cache; nil for none.
    public final let cacheName: String?

    let tracker: ResultTracker

    /// Makes a controller, which lists nothing before `performFetch()`.
    ///
    /// - Parameters:
    ///   - fetchRequest: what to list: managed objects in an order. The first sort descriptor orders the sections.
    ///   - context: where to fetch.
    ///   - sectionNameKeyPath: what names an object's section: an attribute, stored, transient or computed, or a path
    ///     through to-one relationships; nil for no sections.
    ///   - name: the name of a cache of section sizes, which saves reading objects; nil for none.
    ///
    /// ## Compatibility
    /// A request whose `sortDescriptors` are nil is an error of `performFetch()`, where Apple's raises here; an empty list is
    /// taken, and objects come in the order of their IDs.
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

    /// Whom to tell of changes; without one there is no tracking.
    ///
    /// Set it before `performFetch()`. If it is set later, the list is fetched again at the next change when it has missed any.
    open var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { tracker.delegate }
        set { tracker.delegate = newValue }
    }

    /// Fetches the list.
    ///
    /// Costs the fetch; with sections, objects are read to find where these begin: all of them, unless the first sort
    /// descriptor is the section key path itself.
    ///
    /// - Throws: `CoreDataException` for a request whose `sortDescriptors` are nil, for another result type than objects,
    ///   for sections that are out of order, and for a cache whose request was changed; what fetching reports.
    open func performFetch() throws {
        try tracker.fetch(fetchRequest, sectionNameKeyPath.map(SectionKey.init), cacheName: cacheName)
    }

    /// The objects in their order; nil before `performFetch()`.
    open var fetchedObjects: [ResultType]? {
        // The list holds objects of the result type only: `performFetch` and `isResult` see to it.
        tracker.fetched.map { unsafeBitCast($0.list.array, to: [ResultType].self) }
    }

    /// The object at an index path of section and item.
    ///
    /// Stops the process for a path that leads nowhere; `tryObject(at:)` throws.
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

    /// The index path of an object; nil for one that is not in the list.
    ///
    /// Costs a look into a table, which the first call makes.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
        guard let fetched = tracker.fetched, let object = object as AnyObject as? NSManagedObject,
            let index = fetched.list.index(of: object)
        else { return nil }
        return fetched.sections.path(of: index)
    }

    /// Forgets what a cache, or all caches, remember of sections.
    ///
    /// To be called before the predicate or the order of a request with a cache is changed.
    ///
    /// - Parameter name: the cache's name; nil for all.
    open class func deleteCache(withName name: String?) { SectionCache.delete(name) }

    /// The title of a section in an index: the first letter of its name in upper case, unless overridden.
    ///
    /// - Parameter sectionName: the section's name.
    /// - Returns: the title; nil for an empty name.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        sectionName.first.map { $0.uppercased() }
    }
}
