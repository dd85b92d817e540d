// SPDX-License-Identifier: Apache-2.0
// Runs a context's fetch over all stores that it concerns. Planned by FetchPlanner.swift; results of
// several stores are put in order by StoreMerge.swift.

import Foundation
import PerdureStore

/// One fetch.
struct StoreFetch {
    private let fetch: ObjectFetch
    private let coordinator: NSPersistentStoreCoordinator
    private let stores: [EngineStore]

    init(_ fetch: ObjectFetch, coordinator: NSPersistentStoreCoordinator) throws {
        self.fetch = fetch
        self.coordinator = coordinator
        let layout = fetch.entity.layout
        let affected = fetch.request.affectedStores
        stores = coordinator.engineStores.filter { store in
            store.holds(layout) && (affected?.contains { $0 === store.face } ?? true)
        }
    }

    /// Objects in the request's order, with their rows when they are wanted.
    func objects() throws -> [FetchedObject] {
        let planner = FetchPlanner(fetch)
        var plan = try planner.plan(shape: fetch.wantsRows ? .rows : .keys)
        guard stores.count != 1 else { return try objects(plan, in: stores[0], planner) }
        planner.cutInMemory(&plan)
        // The order needs the rows, although the context may not.
        if !plan.sort.isEmpty { plan.shape = .rows }
        let found = try stores.map { try objects(plan, in: $0, planner) }
        return planner.page(try StoreMerge(plan.sort, fetch.entity, coordinator).merge(found))
    }

    private func objects(_ plan: FetchPlan, in store: EngineStore, _ planner: FetchPlanner) throws
        -> [FetchedObject]
    {
        let plan = planner.localized(plan, to: store)
        return switch try run(plan, in: store) {
        case .rows(let rows): rows.map { FetchedObject(id: store.origin.id($0.key), row: $0) }
        case .keys(let keys): keys.map { FetchedObject(id: store.origin.id($0), row: nil) }
        case .count, .tuples: []
        }
    }

    /// How many objects match.
    func count() throws -> Int {
        let planner = FetchPlanner(fetch)
        var plan = try planner.plan(shape: .count)
        plan.sort = []
        if stores.count == 1 { return try count(plan, in: stores[0], planner) }
        planner.cutInMemory(&plan)
        plan.limit = nil
        return planner.page(try stores.reduce(0) { $0 + (try count(plan, in: $1, planner)) })
    }

    private func count(_ plan: FetchPlan, in store: EngineStore, _ planner: FetchPlanner) throws -> Int {
        guard case .count(let count) = try run(planner.localized(plan, to: store), in: store) else {
            return 0
        }
        return count
    }

    /// Dictionaries of the request's properties and expressions.
    func dictionaries() throws -> [[String: Any]] {
        let planner = FetchPlanner(fetch)
        let columns = try ResultColumns(fetch)
        let plan = try planner.plan(shape: .tuples(columns.shape))
        guard stores.count <= 1 else { throw columns.severalStores(stores) }
        return try stores.flatMap { store -> [[String: Any]] in
            guard case .tuples(let tuples) = try run(planner.localized(plan, to: store), in: store) else {
                return []
            }
            return tuples.map { columns.dictionary($0, store.origin) }
        }
    }

    private func run(_ plan: FetchPlan, in store: EngineStore) throws -> FetchOutcome {
        try coordinator.translatingErrors(store.url) {
            guard plan.shape == .rows else { return try store.engine.fetch(plan) }
            return try store.rows.reading({ try store.engine.fetch(plan) }, rows: { $0.rows })
        }
    }
}

extension FetchOutcome {
    fileprivate var rows: [Row] {
        guard case .rows(let rows) = self else { return [] }
        return rows
    }
}
