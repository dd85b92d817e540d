// SPDX-License-Identifier: Apache-2.0
// The state of the stores that a context reads: the newest, or that of a generation (StoreGeneration.swift). Fetches
// and faults (StoreFetch.swift, FaultFulfiller.swift) read through these views.

import PerdureStore

/// The stores of a coordinator in the state for a read.
struct StoreViews {
    let coordinator: NSPersistentStoreCoordinator
    /// Nil for the newest state.
    let generation: StoreGeneration?
    /// The context that asks, on its own queue; nil where no store wants to know.
    var context: NSManagedObjectContext?

    /// The stores for a fetch, in their order; a generation does not have stores that were added after it.
    var all: [StoreView] {
        let stores = coordinator.engineStores
        guard let generation else { return stores.map { asked($0) ?? $0.newest } }
        return stores.compactMap { asked($0) ?? generation.view(of: $0) }
    }

    /// The view of one store.
    func view(of store: EngineStore) -> StoreView {
        asked(store) ?? generation?.view(of: store) ?? store.newest
    }

    /// The view of a store that wants to know who asks; nil for all others.
    private func asked(_ store: EngineStore) -> StoreView? {
        guard let context, let store = store as? RequestEngineStore else { return nil }
        return store.view(for: context)
    }
}

/// A source of rows that come from stores.
protocol StoreSource: RowSource {
    /// The stores in the state for the next read.
    func views() throws -> StoreViews
}

extension StoreSource {
    func fetchObjects(_ request: ObjectFetch) throws -> FetchedObjects {
        try StoreFetch(request, views()).objects()
    }

    func fetchObjects(_ request: ObjectFetch, giving use: ([ObjectKey], ObjectIDNamespace) -> Void) throws
        -> FetchedObjects?
    {
        let fetch = try StoreFetch(request, views())
        return try fetch.parts(use) ? nil : fetch.objects()
    }

    func fetchIDs(_ request: ObjectFetch) throws -> ResultIDs { try StoreFetch(request, views()).ids() }

    func count(_ request: ObjectFetch) throws -> Int { try StoreFetch(request, views()).count() }

    func fetchDictionaries(_ request: ObjectFetch) throws -> [[String: Any]] {
        try StoreFetch(request, views()).dictionaries()
    }

    func row(for id: NSManagedObjectID, maximumAge: Double) throws -> Row? {
        try FaultFulfiller(views: views()).row(for: id, maximumAge: maximumAge)
    }

    func row(for key: ObjectKey, in namespace: ObjectIDNamespace, maximumAge: Double) throws -> Row? {
        guard let store = namespace.store else { return nil }
        return try FaultFulfiller(views: views()).row(for: key, in: store, maximumAge: maximumAge)
    }

    func orderedRows(for ids: [NSManagedObjectID], maximumAge: Double) throws -> [Row?] {
        try FaultFulfiller(views: views()).rows(for: ids, maximumAge: maximumAge)
    }

    func orderedRows(for keys: ArraySlice<ObjectKey>, in namespace: ObjectIDNamespace, maximumAge: Double)
        throws -> [Row?]
    {
        guard let store = namespace.store else { return [Row?](repeating: nil, count: keys.count) }
        return try FaultFulfiller.orderedRows(for: keys, in: views().view(of: store), maximumAge: maximumAge)
    }

    func members(of relationship: NSRelationshipDescription, for id: NSManagedObjectID, maximumAge: Double)
        throws -> [NSManagedObjectID]
    {
        guard !id.isTemporaryID, let namespace = id.namespace else { return [] }
        let keys = try memberKeys(of: relationship, for: id.key, in: namespace, maximumAge: maximumAge)
        return keys?.map { namespace.id($0) } ?? []
    }

    func memberKeys(
        of relationship: NSRelationshipDescription, for key: ObjectKey, in namespace: ObjectIDNamespace,
        maximumAge: Double
    ) throws -> ArraySlice<ObjectKey>? {
        guard let store = namespace.store else { return nil }
        return try FaultFulfiller(views: views()).members(
            of: relationship, for: key, in: store, maximumAge: maximumAge)
    }
}
