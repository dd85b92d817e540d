// SPDX-License-Identifier: Apache-2.0
// The move of a store's objects into another store, as contexts hear of it.

import PerdureStore

/// The IDs that a store's objects have in the store that they were moved to.
final class StoreMove: Sendable {
    private let old: ObjectIDNamespace
    /// The namespace of the store that has the objects now.
    let new: ObjectIDNamespace
    private let keys: [ObjectKey: ObjectKey]

    init(from old: ObjectIDNamespace, to new: ObjectIDNamespace, _ keys: [ObjectKey: ObjectKey]) {
        self.old = old
        self.new = new
        self.keys = keys
    }

    /// Whether an object of a namespace has, or was assigned to have, its row in the old store.
    func concerns(_ namespace: ObjectIDNamespace?) -> Bool { namespace === old }

    /// The ID in the new store of the object with a key; nil for one whose row was not in the old store.
    func successor(of key: ObjectKey) -> NSManagedObjectID? { keys[key].map { new.id($0) } }
}
