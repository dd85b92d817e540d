// SPDX-License-Identifier: Apache-2.0
// When a context tells stores which of their objects it has (ToldObjects.swift).

extension NSManagedObjectContext {
    /// Notes a new object for stores that hear of it; the caller tells them soon.
    final func noteRegistered(_ id: NSManagedObjectID) {
        let objects = toldObjects ?? ToldObjects()
        toldObjects = objects
        objects.add(id)
    }

    /// Tells a store of a new object.
    final func tellRegistered(_ id: NSManagedObjectID) {
        noteRegistered(id)
        tellRegistered()
    }

    /// Tells stores of new objects.
    final func tellRegistered() { toldObjects?.tell { identities[$0] != nil } }

    /// Tells stores of objects that are gone.
    final func tellUnregistered() { toldObjects?.sweep { identities[$0] != nil } }
}
