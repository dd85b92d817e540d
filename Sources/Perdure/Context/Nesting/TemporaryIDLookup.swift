// SPDX-License-Identifier: Apache-2.0
// The temporary IDs that objects of a child still bear. NSManagedObjectContext+Nesting.swift asks for them.

/// Finds objects that still bear their temporary ID after the root has given them a permanent one.

import PerdureBase

struct TemporaryIDLookup {
    private var seen = -1
    private var bearers: [NSManagedObjectID: WeakObjectReference<NSManagedObject>] = [:]

    /// The object that should bear a permanent ID.
    ///
    /// Searches the objects with temporary IDs again if any root context has assigned permanent IDs since the last
    /// search.
    mutating func object(bearing id: NSManagedObjectID, in identities: IdentityMap) -> NSManagedObject? {
        let count = TemporaryObjectID.successionCount
        if seen != count {
            seen = count
            bearers = [:]
            for object in identities.temporaryObjects {
                if let settled = object.objectID.permanentSuccessor {
                    bearers[settled] = WeakObjectReference(object)
                }
            }
        }
        guard let object = bearers[id]?.object, object.objectID.isTemporaryID else { return nil }
        return object
    }
}
