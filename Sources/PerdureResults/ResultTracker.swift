// SPDX-License-Identifier: Apache-2.0
// A fetched list that follows its context, independent of the result type. Each controller has one, and so has each sequence of
// snapshots. ResultTracker+Events.swift handles events. ResultTracker+Telling.swift reports changes.

import Foundation
import Perdure
import PerdureModel
import PerdurePredicates

/// A list of the objects that a request finds, kept up to date; used on its context's queue.
final class ResultTracker: EventListener {
    /// The fetched list, with the values that are needed to update it.
    struct Fetched {
        let list: ObjectList
        var sections: ResultSections
        let filter: ObjectFilter
        let order: ObjectOrder
        let sectionKey: SectionKey?
        /// The properties that determine the position of an object.
        let sortProperties: Set<String>
        /// The request, for fetching again after a reset of the context.
        let query: ObjectFetch
    }

    /// The reference is weak, because the context retains the tracker of a sequence.
    weak var context: NSManagedObjectContext?
    var fetched: Fetched?
    /// The controller whose delegate is told; nil for a tracker without a controller.
    weak var controller: (any TrackingController)?
    weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        didSet { delegateForm = nil }
    }
    /// The delegate's form; nil until the delegate was tested.
    var delegateForm: DelegateForm?
    /// The default implementations of the delegate's methods set the flag.
    var delegateLacksMethod = false
    let readers = FetchedSnapshotReaders()
    /// Called before and after each change, for lists that the Observation framework watches.
    var contentWillChange: (() -> Void)?
    var contentDidChange: (() -> Void)?
    /// The IDs that a delegate for differences knows, while the list changes.
    var idsBefore: [NSManagedObjectID] = []

    /// Whether the list missed events while it had no receiver.
    var hasMissedEvents = false
    /// Whether a report is running; further events wait until it ends.
    var isReporting = false
    var waiting: [TouchedObject] = []
    /// Whether a save replaced temporary IDs while a report was running.
    var hasNewIDs = false
    /// The sections of the current state, made at the first request.
    private var knownSections: [ResultSection]?
    /// The number of temporary IDs in the last snapshot; a save may have replaced them since.
    var temporaryIDs = 0

    init(_ context: NSManagedObjectContext) { self.context = context }

    deinit { readers.finish() }

    var watchedEntity: NSEntityDescription? { isWatched ? fetched?.filter.entity : nil }

    /// Whether the list has a receiver.
    var isWatched: Bool { delegate != nil || contentDidChange != nil || readers.hasReaders }

    // MARK: Fetching

    /// Fetches the list, and reports it to receivers of whole states.
    ///
    /// - Parameters:
    ///   - request: the request for the list.
    ///   - key: the key path of the section name; nil for no sections.
    ///   - cacheName: the name of the cache for the sizes of sections.
    /// - Throws: `CoreDataException` for a request that cannot be listed; the errors of the fetch. The list then stays
    ///   unchanged.
    func fetch<Result: NSFetchRequestResult>(
        _ request: NSFetchRequest<Result>, _ key: SectionKey?, cacheName: String?
    ) throws {
        guard let context else { throw ContextErrors.noCoordinator }
        try Self.check(request)
        let query = try context.onQueue().query(request.fetchValues)
        let wanted = CachedSections(query, key, stores: context.storeIdentifiers(query))
        let expected = try cacheName.map { try SectionCache.sizes($0, wanted) } ?? [:]
        // The results are objects, as checked before. An object reference is one word for every result type.
        var objects = unsafeBitCast(try context.fetch(request), to: [NSManagedObject].self)
        let order = try ObjectOrder(query.request.sortDescriptors ?? [])
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
        // An empty array is an order too: the order of the IDs.
        guard request.sortDescriptors != nil else {
            throw ResultErrors.noSortDescriptors(request.entityName)
        }
        guard request.resultType == .managedObjectResultType else {
            throw ResultErrors.wrongResultType(request.entityName)
        }
    }

    /// The sections of objects; one nameless section without a section key path.
    ///
    /// Objects that were realized before the fetch may have values other than the store's. Then the objects' values determine
    /// the order. Without sort rules stores return rows in any order, and the IDs determine it.
    static func sections(
        of objects: inout [NSManagedObject], _ entity: NSEntityDescription, _ order: ObjectOrder,
        _ key: SectionKey?, _ expected: [String: Int] = [:]
    ) throws -> ResultSections {
        if order.rules.isEmpty { objects = try order.sorted(objects) }
        guard let key else { return ResultSections([""], [objects.count]) }
        let finder = SectionFinder(key, entity, order)
        do { return try finder.sections(of: objects, expected: expected) } catch {
            guard !order.rules.isEmpty else { throw error }
            objects = try order.sorted(objects)
            return try finder.sections(of: objects)
        }
    }

    // MARK: Reading

    /// Invalidates the sections of the previous state.
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

    /// The list as a value; costs a look at the ID of each object.
    func snapshot(reloading: [NSManagedObject] = []) -> FetchedResultsSnapshot {
        guard let fetched else { return .empty }
        let ids = fetched.list.array.map(\.objectID)
        temporaryIDs = ids.count(where: \.isTemporaryID)
        let items = fetched.sections.names.indices.map { Array(ids[fetched.sections.range($0)]) }
        let snapshot = FetchedResultsSnapshot(fetched.sections.names, items)
        return reloading.isEmpty ? snapshot : snapshot.reloading(Set(reloading.map(\.objectID)))
    }
}

/// What a tracker needs from its controller, for every result type.
protocol TrackingController: AnyObject {
    func indexTitle(of section: String) -> String?

    /// Whether an object is of the controller's result type.
    func isResult(_ object: NSManagedObject) -> Bool

    /// The controller in the type of the delegate's methods.
    var untyped: NSFetchedResultsController<any NSFetchRequestResult> { get }
}

extension NSManagedObjectContext {
    /// The stores of a fetch, by their identifiers.
    fileprivate final func storeIdentifiers(_ query: ObjectFetch) -> [String] {
        let stores = query.request.affectedStores ?? persistentStoreCoordinator?.persistentStores ?? []
        return stores.map { $0.identifier ?? "" }.sorted()
    }
}
