// SPDX-License-Identifier: Apache-2.0
// The coordinator: its model, its stores, its queue. Stores are added in +AddingStores.swift, contexts
// ask through +RowSource.swift, saves go through StoreSave.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// The mediator between contexts and persistent stores.
///
/// Reads of one coordinator run beside each other and beside a save. Saves are made one after the other, unless every store
/// takes several at once.
/// All methods may be called from any thread.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    // Sendable because everything that changes is behind a lock.

    /// The model, which cannot be changed from now on.
    public final let managedObjectModel: NSManagedObjectModel

    /// A name for people who debug.
    open var name: String? {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    final let state = Lock(State())
    final let queue = ContextQueue(label: "NSPersistentStoreCoordinator")
    /// Held by writes (+SideBySide.swift); reentrant because a program's own store, asked meanwhile, may use the coordinator.
    final let saveLock = SharedLock()
    final let saveTurns = SaveTurns()
    /// Held while prepared stores commit one after the other; reentrant because a program's own store may read then.
    final let commitLock = SharedLock()
    /// The contexts that merge what others save.
    final let followers = Followers()

    struct State {
        var name: String?
        var stores: [EngineStore] = []
        var unreadableFaultHandler: UnreadableFaultHandler?
        /// Whether a context was ever pinned.
        var usesGenerations = false
    }

    /// Makes a coordinator without stores and freezes the model.
    public required init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
        super.init()
        // A model that cannot be used is reported when a store is added, which can throw.
        try? model.freeze()
    }

    /// The stores, in the order in which they were added.
    open var persistentStores: [NSPersistentStore] { engineStores.map(\.face) }
}

extension NSPersistentStoreCoordinator: CustomReflectable {
    /// The stores' places in place of the fields, which lead to rows and models.
    public var customMirror: Mirror {
        let places = persistentStores.map { $0.url?.path ?? $0.type }
        return Mirror(summaryOf: self, "stores: " + places.joined(separator: ", "))
    }
}
