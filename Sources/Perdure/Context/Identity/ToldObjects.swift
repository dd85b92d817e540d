// SPDX-License-Identifier: Apache-2.0
// The objects of a context that stores were told of (ObjectNaming). Objects end without a word, so the context looks for those
// that are gone when their number has doubled, when its changes are processed, and when it lets go of all.

import PerdureStore

/// The objects of stores that hear which of them contexts have.
final class ToldObjects {
    private struct Name: Hashable {
        let namespace: ObjectIdentifier
        let key: ObjectKey
    }

    private var told: [Name: NSManagedObjectID] = [:]
    private var new: [NSManagedObjectID] = []
    /// The number of objects at which the context looks for those that are gone.
    private var limit = 64

    /// Notes a new object.
    func add(_ id: NSManagedObjectID) {
        guard let namespace = id.namespace else { return }
        if told.updateValue(id, forKey: Name(namespace: ObjectIdentifier(namespace), key: id.key)) == nil {
            new.append(id)
        }
    }

    /// Tells the stores of new objects.
    func tell(_ isRegistered: (NSManagedObjectID) -> Bool) {
        let ids = new
        new = []
        if !ids.isEmpty { Self.tell(ids) { $0.didRegister($1) } }
        if told.count > limit {
            sweep(isRegistered)
            limit = max(64, told.count * 2)
        }
    }

    /// Tells the stores of objects that are gone.
    func sweep(_ isRegistered: (NSManagedObjectID) -> Bool) {
        let gone = told.filter { !isRegistered($1) }
        for name in gone.keys { told[name] = nil }
        new.removeAll { !isRegistered($0) }
        if !gone.isEmpty { Self.tell(Array(gone.values)) { $0.didUnregister($1) } }
    }

    /// Tells the stores that the context has ended.
    func tellEnd() {
        let ids = Array(told.values)
        told = [:]
        if !ids.isEmpty { Self.tell(ids) { $0.didUnregister($1) } }
    }

    private static func tell(
        _ ids: [NSManagedObjectID], _ body: (any ObjectNaming, [NSManagedObjectID]) -> Void
    ) {
        for (_, ids) in Dictionary(grouping: ids, by: { $0.namespace.map { ObjectIdentifier($0) } }) {
            if let naming = ids.first?.namespace?.naming { body(naming, ids) }
        }
    }
}
