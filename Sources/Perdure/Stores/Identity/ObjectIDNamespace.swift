// SPDX-License-Identifier: Apache-2.0
// The facts that all object IDs of one store share. Each opened store has one.

import PerdureBase
import PerdureStore

/// A store that has names of its own for its objects, and hears which of them contexts have.
package protocol ObjectNaming: AnyObject, Sendable {
    /// The part of an object's URI behind the "p", percent-encoded.
    func text(of key: ObjectKey) -> String
    /// The number of the object with such a text; nil when the text cannot be the store's.
    func number(named text: String, entity: Int32) -> Int64?
    /// Called after contexts have registered objects.
    func didRegister(_ ids: [NSManagedObjectID])
    /// Called after contexts have released objects.
    func didUnregister(_ ids: [NSManagedObjectID])
}

/// The store of IDs, its identifier, and its entities by number.
package final class ObjectIDNamespace: @unchecked Sendable {
    // Sendable because entities of a frozen model never change, any thread may read a WeakObjectReference, and a lock guards
    // the identifier.

    private let entities: [NSEntityDescription]
    private let reference: WeakObjectReference<EngineStore>?
    /// The store's row cache; empty once the store was removed.
    let rows: RowCache
    /// Whether a save may find other values in the rows that it wrote.
    let changesWrittenValues: Bool
    private let currentIdentifier: Lock<String>
    /// Who names the objects and hears of them, if the store does.
    ///
    /// Set before the store is in its coordinator, and never changed.
    final weak var naming: (any ObjectNaming)? {
        didSet { isNamed = naming != nil }
    }
    /// Whether `naming` was set.
    private(set) var isNamed = false

    /// Makes the namespace of a store's IDs.
    ///
    /// - Parameters:
    ///   - store: held weakly.
    ///   - identifier: the store's UUID.
    ///   - entities: entity number `n` at index `n - 1`.
    init(store: EngineStore, identifier: String, entities: [NSEntityDescription]) {
        reference = WeakObjectReference(store)
        rows = store.rows
        changesWrittenValues = store.engine.limits.changesWrittenValues
        self.entities = entities
        currentIdentifier = Lock(identifier)
    }

    /// Makes the namespace of a store that is not open, for errors that name its objects.
    package init(identifier: String, entities: [NSEntityDescription]) {
        reference = nil
        rows = RowCache()
        changesWrittenValues = false
        self.entities = entities
        currentIdentifier = Lock(identifier)
    }

    /// The store; nil once it is gone.
    package var store: EngineStore? { reference?.object }

    /// Whether the store was removed from its coordinator.
    var isRemoved: Bool { store?.publicStore.persistentStoreCoordinator == nil }

    /// The authority part of the IDs' URIs.
    package var identifier: String {
        get { currentIdentifier.withLock { $0 } }
        set { currentIdentifier.withLock { $0 = newValue } }
    }

    package func entity(_ number: Int32) -> NSEntityDescription { entities[Int(number) - 1] }

    package func id(_ key: ObjectKey) -> NSManagedObjectID { NSManagedObjectID(key: key, namespace: self) }
}
