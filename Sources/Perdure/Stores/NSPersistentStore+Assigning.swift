// SPDX-License-Identifier: Apache-2.0
// New objects that are assigned to a store before they are saved. Called by NSManagedObjectContext.assign(_:to:).

import Foundation

extension NSPersistentStore {
    /// The store with its engine; nil when it is not open.
    private var storeWithEngine: EngineStore? {
        (self as? EngineStore) ?? (self as? NSAtomicStore)?.engineStore
    }

    /// The temporary ID of an object that is to be saved here; nil when the store does not hold its entity.
    final func temporaryID(assigning id: TemporaryObjectID) -> NSManagedObjectID? {
        guard let store = storeWithEngine else { return nil }
        if let entities = store.entities, !entities.contains(id.entity.number) { return nil }
        return id.assigned(to: store.origin)
    }
}
