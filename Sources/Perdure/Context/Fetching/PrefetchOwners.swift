// SPDX-License-Identifier: Apache-2.0
// The objects at which prefetching begins (PrefetchWalk.swift): keys by store, so that no object needs an ID for it.

import PerdureStore

/// The keys of stored objects, by store.
struct PrefetchOwners {
    private(set) var parts: [(namespace: ObjectIDNamespace, keys: [ObjectKey])] = []

    init() {}

    init(_ ids: [NSManagedObjectID]) { for id in ids { add(id) } }

    /// Adds the object of an ID, also of one that a child has not replaced yet.
    mutating func add(_ id: NSManagedObjectID) {
        let id = id.permanentSuccessor ?? id
        guard !id.isTemporaryID, let namespace = id.namespace else { return }
        add(id.key, namespace)
    }

    mutating func add(_ key: ObjectKey, _ namespace: ObjectIDNamespace) {
        guard let place = parts.firstIndex(where: { $0.namespace === namespace }) else {
            return parts.append((namespace, [key]))
        }
        parts[place].keys.append(key)
    }
}
