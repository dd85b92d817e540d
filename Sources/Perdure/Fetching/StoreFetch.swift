// SPDX-License-Identifier: Apache-2.0
// Runs a context's fetch in all its stores. FetchPlanner.swift makes the plan; ObjectInterleaving.swift sorts the results of
// several stores.

import Foundation
import PerdureStore

/// One fetch.
struct StoreFetch {
    let fetch: ObjectFetch
    let views: StoreViews
    let stores: [StoreView]

    init(_ fetch: ObjectFetch, _ views: StoreViews) throws {
        self.fetch = fetch
        self.views = views
        let layout = fetch.entity.layout
        let affected = fetch.request.affectedStores
        stores = views.all.filter { view in
            view.store.holds(layout) && (affected?.contains { $0 === view.store.publicStore } ?? true)
        }
    }

    /// The matching objects in the request's order, with their rows if the request wants them.
    func objects() throws -> FetchedObjects {
        let planner = FetchPlanner(fetch)
        let part = fetch.isPartial && !hasRequestStores ? try PartialColumns(fetch) : nil
        if let part, stores.count == 1 { return .list(try objects(part, in: stores[0], planner)) }
        var plan = try planner.plan(shape: fetch.wantsRows ? .rows : .keys)
        guard stores.count != 1 else { return try objects(plan, in: stores[0], planner) }
        planner.cutInMemory(&plan)
        // Interleaving needs the rows for the order, even if the context does not.
        if !plan.sort.isEmpty { plan.shape = .rows }
        let found = try stores.map { try objects(plan, in: $0, planner).list }
        return .list(planner.page(try ObjectInterleaving(plan.sort, fetch.entity, views).interleaved(found)))
    }

    private func objects(_ part: PartialColumns, in view: StoreView, _ planner: FetchPlanner) throws
        -> [FetchedObject]
    {
        var plan = try planner.plan(shape: .tuples(part.shape))
        if !plan.sort.isEmpty { plan.sort.append(SortTerm(["self"])) }
        return try tuples(plan, in: view, planner).compactMap { part.object($0, view.store.namespace) }
    }

    private func objects(_ plan: FetchPlan, in view: StoreView, _ planner: FetchPlanner) throws
        -> FetchedObjects
    {
        let plan = planner.localized(plan, to: view.store)
        let namespace: ObjectIDNamespace = view.store.namespace
        return switch try run(plan, in: view) {
        case .rows(let rows): .rows(rows, namespace)
        case .keys(let keys): .keys(keys, namespace)
        case .count, .tuples: .list([])
        }
    }

    /// The IDs of the matching objects in the request's order; for one store, no ID object is made.
    func ids() throws -> ResultIDs {
        guard stores.count == 1 else { return try objects().ids }
        let planner = FetchPlanner(fetch)
        let plan = planner.localized(try planner.plan(shape: .keys), to: stores[0].store)
        guard case .keys(let keys) = try run(plan, in: stores[0]) else { return ResultIDs([]) }
        return ResultIDs(keys, of: stores[0].store.namespace)
    }

    /// The number of matching objects.
    func count() throws -> Int {
        let planner = FetchPlanner(fetch)
        var plan = try planner.plan(shape: .count)
        if stores.count == 1 { return try count(plan, in: stores[0], planner) }
        planner.cutInMemory(&plan)
        plan.limit = nil
        return planner.page(try stores.reduce(0) { $0 + (try count(plan, in: $1, planner)) })
    }

    private func count(_ plan: FetchPlan, in view: StoreView, _ planner: FetchPlanner) throws -> Int {
        guard case .count(let count) = try run(planner.localized(plan, to: view.store), in: view) else {
            return 0
        }
        return count
    }

    /// The dictionaries of the request's properties and expressions.
    func dictionaries() throws -> [[String: Any]] {
        if let found = try requestedDictionaries() { return found }
        let planner = FetchPlanner(fetch)
        let columns = try ResultColumns(fetch)
        let plan = try planner.plan(shape: .tuples(columns.shape))
        guard stores.count > 1 else {
            return try stores.flatMap { view in
                try tuples(plan, in: view, planner).map { columns.dictionary($0, view.store.namespace) }
            }
        }
        if columns.shape.isGrouped { throw columns.severalStores(stores.map(\.store)) }
        let interleaving = try TupleInterleaving(plan, columns, planner)
        return try interleaving.dictionaries(
            of: stores.map { ($0.store.namespace, try tuples(interleaving.plan, in: $0, planner)) })
    }

    private func tuples(_ plan: FetchPlan, in view: StoreView, _ planner: FetchPlanner) throws
        -> [[StoredValue]]
    {
        guard case .tuples(let tuples) = try run(planner.localized(plan, to: view.store), in: view) else {
            return []
        }
        return tuples
    }

    private func run(_ plan: FetchPlan, in view: StoreView) throws -> FetchOutcome {
        try NSPersistentStoreCoordinator.translatingErrors(view.store.url) {
            if let store = view.store as? RequestEngineStore { return try outcome(plan, of: store, in: view) }
            guard plan.shape == .rows else { return try view.reader.fetch(plan) }
            if !fetch.fillsObjects, stores.count == 1 {
                return .keys(try view.rows.readingKeys { try view.reader.fetch(plan).rows })
            }
            return try view.rows.reading({ try view.reader.fetch(plan) }, rows: { $0.rows })
        }
    }
}

extension FetchOutcome {
    fileprivate var rows: [Row] {
        guard case .rows(let rows) = self else { return [] }
        return rows
    }
}
