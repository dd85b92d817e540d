// SPDX-License-Identifier: Apache-2.0
// Assigns new objects to a store before they are saved. NSManagedObjectContext.assign(_:to:) calls it.

import Foundation

extension NSPersistentStore {
    /// The store with its engine, which is another object for a program's own store; nil when it is not open.
    private var storeWithEngine: EngineStore? {
        (self as? EngineStore) ?? persistentStoreCoordinator?.engineStore(of: self)
    }

    /// The temporary ID of an object that will be saved here; nil when the store does not hold its entity.
    final func temporaryID(assigning id: TemporaryObjectID) -> NSManagedObjectID? {
        guard let store = storeWithEngine else { return nil }
        if let entities = store.entities, !entities.contains(id.entity.number) { return nil }
        return id.assigned(to: store.namespace)
    }
}
