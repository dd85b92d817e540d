// SPDX-License-Identifier: Apache-2.0
// What contexts ask of the coordinator. Fetches are planned by FetchPlanner.swift and run by
// StoreFetch.swift, rows come from FaultFulfiller.swift, saves go through StoreSave.swift. Reads are those
// of every source over stores (StoreViews.swift).

import Foundation
import PerdureStore

extension NSPersistentStoreCoordinator: StoreSource {
    var coordinator: NSPersistentStoreCoordinator? { self }

    /// The stores as they are when they are read.
    func views() -> StoreViews { StoreViews(coordinator: self, generation: nil) }

    func generationAfterSave() -> NSQueryGenerationToken? {
        let (stores, isUsed) = state.withLock { ($0.stores, $0.usesGenerations) }
        guard stores.contains(where: \.engine.keepsSnapshots) else { return nil }
        let pin = GenerationPin(self)
        // A program without pinned contexts shall not pay for a state with each save.
        if isUsed, (try? pin.generation()) == nil { return nil }
        return NSQueryGenerationToken(pin)
    }

    func forgetRows(of ids: [NSManagedObjectID]) {
        for id in ids where !id.isTemporaryID { id.engineStore?.rows.remove(id.key) }
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
    final var engineStores: [EngineStore] { state.withLock { $0.stores } }
}
