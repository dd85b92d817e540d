// SPDX-License-Identifier: Apache-2.0
// Fetches in stores that execute requests themselves (RequestEngine.swift): the request as the program made it goes to the
// store, with the page that belongs to it.

import Foundation
import PerdureStore

extension StoreFetch {
    /// Whether one of the stores executes requests itself.
    var hasRequestStores: Bool { stores.contains { $0.store is RequestEngineStore } }

    /// The dictionaries of a request that such a store alone answers; nil for all others.
    func requestedDictionaries() throws -> [[String: Any]]? {
        guard stores.count == 1, let store = stores[0].store as? RequestEngineStore else { return nil }
        let planner = FetchPlanner(fetch)
        let plan = try planner.plan(shape: .count)
        return try NSPersistentStoreCoordinator.translatingErrors(store.url) {
            try store.requests.dictionaries(request(plan, .dictionaryResultType), views.context)
        }
    }

    /// The outcome of a plan in such a store.
    func outcome(_ plan: FetchPlan, of store: RequestEngineStore, in view: StoreView) throws -> FetchOutcome {
        switch plan.shape {
        case .count:
            return .count(try store.requests.count(request(plan, .countResultType), views.context))
        case .tuples(let shape):
            let names = shape.columns.map(\.programName)
            let found = try store.requests.dictionaries(
                request(plan, .dictionaryResultType, columns: properties(names)), views.context)
            return .tuples(found.map { shape.tuple($0, names) })
        case .rows, .keys:
            let wantsIDs = fetch.request.resultType == .managedObjectIDResultType
            let type: NSFetchRequestResultType =
                wantsIDs ? .managedObjectIDResultType : .managedObjectResultType
            let keys = try store.requests.keys(request(plan, type), views.context)
            let isSorted = stores.count > 1 && plan.shape == .rows
            return fetch.fillsObjects && plan.shape == .rows || isSorted
                ? .rows(try rows(keys, in: view)) : .keys(keys)
        }
    }

    /// The properties as the request has them, and after them the names of the columns for the order alone.
    private func properties(_ names: [String]) -> [Any] {
        let own = fetch.request.propertiesToFetch ?? []
        var known = Set(names.prefix(own.count))
        return own + names.dropFirst(own.count).filter { known.insert($0).inserted }
    }

    /// The rows of found objects, in their order; one that is gone by now is left out.
    private func rows(_ keys: [ObjectKey], in view: StoreView) throws -> [Row] {
        let age = fetch.request.shouldRefreshRefetchedObjects ? 0 : -1.0
        return try FaultFulfiller.orderedRows(for: keys[...], in: view, maximumAge: age).compactMap(\.self)
    }

    /// The request for one store.
    private func request(
        _ plan: FetchPlan, _ type: NSFetchRequestResultType, columns: [Any]? = nil
    ) -> NSFetchRequest<any NSFetchRequestResult> {
        var values = fetch.request
        values.entity = fetch.entity
        values.predicate = fetch.predicate
        values.fetchLimit = plan.limit ?? 0
        values.fetchOffset = plan.offset
        values.resultType = type
        if let columns, stores.count > 1 { values.propertiesToFetch = columns }
        return NSFetchRequest(values)
    }
}

extension TupleShape {
    /// The values of a store's dictionary, by the names that the store was told, in the order of the columns.
    fileprivate func tuple(_ values: [String: Any], _ names: [String]) -> [StoredValue] {
        zip(columns, names).map { column, name in
            switch values[name] {
            case let id as NSManagedObjectID: .reference(id.key)
            case let value: StoredValue(plain: value, as: column.type)
            }
        }
    }
}

extension TupleShape.Column {
    /// What a program's own store calls the column; one for the order alone has a name of its own only here.
    fileprivate var programName: String {
        guard name == ResultColumns.orderName else { return name }
        guard case .keyPath(.evaluatedObject, let keys) = expression else { return "objectID" }
        return keys.joined(separator: ".")
    }
}
