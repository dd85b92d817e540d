// SPDX-License-Identifier: Apache-2.0
// The coordinator as a source of rows for contexts. FetchPlanner.swift plans fetches, and StoreFetch.swift runs them.
// FaultFulfiller.swift finds rows; StoreSave.swift saves. StoreViews.swift has the reads that all sources over stores
// share.

import Foundation
import PerdureStore

extension NSPersistentStoreCoordinator: StoreSource {
    var coordinator: NSPersistentStoreCoordinator? { self }

    /// The stores in their newest state at each read.
    func views() -> StoreViews { StoreViews(coordinator: self, generation: nil) }

    func generationAfterSave() -> NSQueryGenerationToken? {
        let (stores, isUsed) = state.withLock { ($0.stores, $0.usesGenerations) }
        guard stores.contains(where: \.engine.keepsReadViews) else { return nil }
        let pin = GenerationPin(self)
        // A program without pinned contexts must not pay for a pinned state at each save.
        if isUsed, (try? pin.generation()) == nil { return nil }
        return NSQueryGenerationToken(pin)
    }

    func forgetRows(of ids: [NSManagedObjectID]) {
        var saved = ids.filter { !$0.isTemporaryID }[...]
        // Neighbours mostly belong to one store: each run of them costs one lock.
        while let namespace = saved.first?.namespace {
            let run = saved.prefix { $0.namespace === namespace }
            namespace.store?.rows.remove(run.map(\.key))
            saved = saved.dropFirst(run.count)
        }
    }

    func tellFollowers(_ ids: @autoclosure () -> SavedObjectIDs, by context: NSManagedObjectContext) {
        followers.tell(ids(), by: context)
    }

    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try StoreAssignment(coordinator: self).permanentIDs(for: objects)
    }

    func save(_ request: SaveRequest) throws -> SaveOutcome {
        var save = try StoreSave(request, coordinator: self)
        return try save.run()
    }

    /// The open stores, in their order.
    package final var engineStores: [EngineStore] { state.withLock { $0.stores } }
}
