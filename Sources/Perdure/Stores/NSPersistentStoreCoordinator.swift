// SPDX-License-Identifier: Apache-2.0
// The coordinator: its model, its stores, its queue. +AddingStores.swift adds stores, +RowSource.swift answers
// contexts, StoreSave.swift saves.

import Foundation
import PerdureBase
import PerdurePredicates
import Synchronization

/// The mediator between contexts and persistent stores.
///
/// Reads of one coordinator run concurrently with each other and with a save. Saves run one after the other, unless
/// every store takes several saves at once. Any thread may call any method.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    // Sendable because a lock protects everything that changes.

    /// The model; it cannot be changed any more.
    public final let managedObjectModel: NSManagedObjectModel

    /// A name for people who debug.
    open var name: String? {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    final let state = Lock(State())
    final let queue = ContextQueue(label: "NSPersistentStoreCoordinator")
    /// Held by writes (+SideBySide.swift).
    ///
    /// Reentrant, because a write may ask a program's own store, which may use the coordinator.
    final let saveLock = SharedLock()
    package final let saveFairness = SaveFairness()
    /// Held while prepared stores commit one after the other.
    ///
    /// Reentrant, because a program's own store may read meanwhile.
    final let commitLock = SharedLock()
    /// Whether a store wants to know which context asks.
    final let asksContexts = Atomic<Bool>(false)
    /// The contexts that adopt the saves of others.
    final let followers = SaveFollowers()
    /// Who wants to know of migrations.
    package final let migrationReports = MigrationReports()

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
        // An unusable model is reported when a store is added: that method can throw.
        try? model.freeze()
    }

    /// The stores, in the order in which they were added.
    open var persistentStores: [NSPersistentStore] { engineStores.map(\.publicStore) }
}

extension NSPersistentStoreCoordinator: CustomReflectable {
    /// The stores' paths, in place of the fields, which lead to rows and models.
    public var customMirror: Mirror {
        let places = persistentStores.map { $0.url?.path ?? $0.type }
        return Mirror(summaryOf: self, "stores: " + places.joined(separator: ", "))
    }
}
