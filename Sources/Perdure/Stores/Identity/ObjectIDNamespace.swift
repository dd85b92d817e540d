// SPDX-License-Identifier: Apache-2.0
// The facts that all object IDs of one store share. Each opened store has one.

import PerdureBase
import PerdureStore

/// The store of IDs, its identifier, and its entities by number.
package final class ObjectIDNamespace: @unchecked Sendable {
    // Sendable because entities of a frozen model never change, any thread may read a WeakObjectReference, and a lock guards
    // the identifier.

    private let entities: [NSEntityDescription]
    private let reference: WeakObjectReference<EngineStore>
    /// The store's row cache; empty once the store was removed.
    let rows: RowCache
    private let currentIdentifier: Lock<String>

    /// Makes the namespace of a store's IDs.
    ///
    /// - Parameters:
    ///   - store: held weakly.
    ///   - identifier: the store's UUID.
    ///   - entities: entity number `n` at index `n - 1`.
    init(store: EngineStore, identifier: String, entities: [NSEntityDescription]) {
        reference = WeakObjectReference(store)
        rows = store.rows
        self.entities = entities
        currentIdentifier = Lock(identifier)
    }

    /// The store; nil once it is gone.
    package var store: EngineStore? { reference.object }

    /// The authority part of the IDs' URIs.
    package var identifier: String {
        get { currentIdentifier.withLock { $0 } }
        set { currentIdentifier.withLock { $0 = newValue } }
    }

    package func entity(_ number: Int32) -> NSEntityDescription { entities[Int(number) - 1] }

    package func id(_ key: ObjectKey) -> NSManagedObjectID { NSManagedObjectID(key: key, namespace: self) }
}
