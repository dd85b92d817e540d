// SPDX-License-Identifier: Apache-2.0
// What contexts ask of the coordinator. Fetches are planned by FetchPlanner.swift and run by
// StoreFetch.swift, rows come from FaultFulfiller.swift, saves go through StoreSave.swift.

import Foundation
import PerdureStore

extension NSPersistentStoreCoordinator: RowSource {
    var coordinator: NSPersistentStoreCoordinator? { self }

    func fetchObjects(_ request: ObjectFetch) throws -> [FetchedObject] {
        try StoreFetch(request, coordinator: self).objects()
    }

    func count(_ request: ObjectFetch) throws -> Int {
        try StoreFetch(request, coordinator: self).count()
    }

    func fetchDictionaries(_ request: ObjectFetch) throws -> [[String: Any]] {
        try StoreFetch(request, coordinator: self).dictionaries()
    }

    func row(for id: NSManagedObjectID, maximumAge: TimeInterval) throws -> Row? {
        try FaultFulfiller(coordinator: self).row(for: id, maximumAge: maximumAge)
    }

    func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval) throws -> [NSManagedObjectID: Row] {
        try FaultFulfiller(coordinator: self).rows(for: ids, maximumAge: maximumAge)
    }

    func members(of relationship: NSRelationshipDescription, for id: NSManagedObjectID) throws
        -> [NSManagedObjectID]
    {
        try FaultFulfiller(coordinator: self).members(of: relationship, for: id)
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
        // A save waits for the one before it; reads wait for neither.
        try saveLock.withLock {
            var save = try StoreSave(request, coordinator: self)
            return try save.run()
        }
    }

    /// The open stores, in their order.
    final var engineStores: [EngineStore] { state.withLock { $0.stores } }
}
