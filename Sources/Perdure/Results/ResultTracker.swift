// SPDX-License-Identifier: Apache-2.0
// A fetched list that follows its context: what is the same for every result type. A controller has one, and a sequence
// of snapshots. What events do to it is in ResultTracker+Events.swift, who is told in ResultTracker+Telling.swift.

import Foundation
import PerdurePredicates

/// A list of the objects that a request finds, kept up to date; used on its context's queue.
final class ResultTracker: EventListener {
    /// What a fetch found, and what is needed to keep it up to date.
    struct Fetched {
        let list: ObjectList
        var sections: ResultSections
        let filter: ObjectFilter
        let order: ObjectOrder
        let sectionKey: SectionKey?
        /// The properties that the place of an object depends on.
        let sortProperties: Set<String>
        /// The request, to fetch again when all objects are gone.
        let query: ObjectFetch
    }

    /// Weak, because the context keeps those that belong to a sequence.
    weak var context: NSManagedObjectContext?
    var fetched: Fetched?
    /// Whose delegate is told; nil for a tracker without a controller.
    weak var controller: (any TrackingController)?
    weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        didSet { delegateForm = nil }
    }
    /// Which methods the delegate has, once it was asked.
    var delegateForm: DelegateForm?
    /// Set by the methods that delegates have by default.
    var delegateLacksMethod = false
    let readers = SnapshotReaders()
    /// Called before and after each change: for lists that are observed.
    var contentWillChange: (() -> Void)?
    var contentDidChange: (() -> Void)?
    /// What a delegate that takes differences has heard of last, while the list changes.
    var idsBefore: [NSManagedObjectID] = []

    /// Whether something happened while nobody was to be told.
    var hasMissedEvents = false
    /// Whether the delegate is being told; what happens meanwhile waits.
    var isReporting = false
    var waiting: [TouchedObject] = []
    /// Made when somebody asks, for each state.
    private var knownSections: [ResultSection]?
    /// How many temporary IDs the last snapshot had: a save may have changed them since.
    var temporaryIDs = 0

    init(_ context: NSManagedObjectContext) { self.context = context }

    deinit { readers.finish() }

    var watchedEntity: NSEntityDescription? { isWatched ? fetched?.filter.entity : nil }

    /// Whether there is anybody to tell.
    var isWatched: Bool { delegate != nil || contentDidChange != nil || readers.hasReaders }

    // MARK: Fetching

    /// Fetches the list, and tells those who take whole states.
    ///
    /// - Parameters:
    ///   - request: what to list.
    ///   - key: what names the sections; nil for none.
    ///   - cacheName: where the sizes of sections are remembered.
    /// - Throws: `CoreDataException` for a request that cannot be listed, what fetching reports; the list is as it was.
    func fetch<Result: NSFetchRequestResult>(
        _ request: NSFetchRequest<Result>, _ key: SectionKey?, cacheName: String?
    ) throws {
        guard let context else { throw ContextErrors.noCoordinator }
        try Self.check(request)
        let query = try context.onQueue().query(request)
        let wanted = CachedSections(query, key, stores: context.storeIdentifiers(query))
        let expected = try cacheName.map { try SectionCache.sizes($0, wanted) } ?? [:]
        // The results are objects, as was checked: one word each, whatever the type's name is.
        var objects = unsafeBitCast(try context.fetch(request), to: [NSManagedObject].self)
        let order = try ObjectOrder(query.request.sortDescriptors ?? [])
        // What is not sorted comes in whatever order the store found it.
        if order.rules.isEmpty { objects = try order.sorted(objects) }
        let sections = try Self.sections(of: &objects, query.entity, order, key, expected)
        if let cacheName { SectionCache.keep(cacheName, wanted, sections) }
        let former = snapshot()
        contentWillChange?()
        fetched = Fetched(
            list: ObjectList(objects), sections: sections, filter: ObjectFilter(query), order: order,
            sectionKey: key, sortProperties: Set(order.rules.compactMap(\.keys.first)), query: query)
        listChanged()
        hasMissedEvents = false
        tellOfFetch(former)
    }

    private static func check<Result>(_ request: NSFetchRequest<Result>) throws {
        // An empty list is an order too: that of the IDs.
        guard request.sortDescriptors != nil else {
            throw ResultErrors.noSortDescriptors(request.entityName)
        }
        guard request.resultType == .managedObjectResultType else {
            throw ResultErrors.wrongResultType(request.entityName)
        }
    }

    /// The sections of objects; one without a name where nothing names them.
    ///
    /// Objects that had values before the fetch may have others than the store: then these decide about the order.
    static func sections(
        of objects: inout [NSManagedObject], _ entity: NSEntityDescription, _ order: ObjectOrder,
        _ key: SectionKey?, _ expected: [String: Int] = [:]
    ) throws -> ResultSections {
        guard let key else { return ResultSections([""], [objects.count]) }
        let finder = SectionFinder(key, entity, order)
        do { return try finder.sections(of: objects, expected: expected) } catch {
            guard finder.isOrderedByName else { throw error }
            objects = try order.sorted(objects)
            return try finder.sections(of: objects)
        }
    }

    // MARK: Reading

    /// The list has another state.
    func listChanged() { knownSections = nil }

    /// The sections with their objects; nil before a fetch.
    var sections: [ResultSection]? {
        guard let fetched else { return nil }
        if let knownSections { return knownSections }
        let objects = fetched.list.array
        let made = fetched.sections.names.enumerated().map { number, name in
            ResultSection(
                name: name, indexTitle: fetched.sectionKey == nil ? nil : controller?.indexTitle(of: name),
                members: objects[fetched.sections.range(number)])
        }
        knownSections = made
        return made
    }

    /// The list as a value; costs a look at each object's ID.
    func snapshot(reloading: [NSManagedObject] = []) -> FetchedResultsSnapshot {
        guard let fetched else { return .empty }
        let ids = fetched.list.array.map(\.objectID)
        temporaryIDs = ids.count(where: \.isTemporaryID)
        let items = fetched.sections.names.indices.map { Array(ids[fetched.sections.range($0)]) }
        let snapshot = FetchedResultsSnapshot(fetched.sections.names, items)
        return reloading.isEmpty ? snapshot : snapshot.reloading(Set(reloading.map(\.objectID)))
    }
}

/// What a tracker asks of its controller, whatever its result type is.
protocol TrackingController: AnyObject {
    func indexTitle(of section: String) -> String?

    /// Whether an object is of the controller's result type.
    func isResult(_ object: NSManagedObject) -> Bool

    /// The controller as delegates are given it.
    var untyped: NSFetchedResultsController<any NSFetchRequestResult> { get }
}

extension NSManagedObjectContext {
    /// The stores of a fetch, by their identifiers.
    fileprivate final func storeIdentifiers(_ query: ObjectFetch) -> [String] {
        let stores = query.request.affectedStores ?? persistentStoreCoordinator?.persistentStores ?? []
        return stores.map { $0.identifier ?? "" }.sorted()
    }
}
