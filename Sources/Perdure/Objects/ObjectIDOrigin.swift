// SPDX-License-Identifier: Apache-2.0
// What all object IDs of one store share. One per opened store.

import PerdurePredicates
import PerdureStore

/// Where the IDs of one store come from: the store, its identifier, and the entities by number.
final class ObjectIDOrigin: @unchecked Sendable {
    // Sendable because entities of a frozen model never change, a reference may be asked on any thread, and the
    // identifier is behind a lock.

    private let entities: [NSEntityDescription]
    private let reference: LiveReference<EngineStore>
    /// The store's, which is empty once the store was removed.
    let rows: RowCache
    private let currentIdentifier: Lock<String>

    /// Makes the origin of a store's IDs.
    ///
    /// - Parameters:
    ///   - store: held weakly.
    ///   - identifier: the store's UUID.
    ///   - entities: entity number `n` at index `n - 1`.
    init(store: EngineStore, identifier: String, entities: [NSEntityDescription]) {
        reference = LiveReference(store)
        rows = store.rows
        self.entities = entities
        currentIdentifier = Lock(identifier)
    }

    /// The store; nil once it is gone.
    var store: EngineStore? { reference.object }

    /// The authority part of the IDs' URIs.
    var identifier: String {
        get { currentIdentifier.withLock { $0 } }
        set { currentIdentifier.withLock { $0 = newValue } }
    }

    func entity(_ number: Int32) -> NSEntityDescription { entities[Int(number) - 1] }

    func id(_ key: ObjectKey) -> NSManagedObjectID { NSManagedObjectID(key: key, origin: self) }
}
