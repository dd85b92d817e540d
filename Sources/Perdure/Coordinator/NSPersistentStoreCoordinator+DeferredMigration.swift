// SPDX-License-Identifier: Apache-2.0
// Finishes migrations that have left work for later, as their option asked.

import Foundation
import PerdureStore

extension NSPersistentStoreCoordinator {
    /// Does all the work that lightweight migrations have deferred, in all stores of the coordinator.
    ///
    /// Each table or column is removed in a transaction of its own, so saves go on in between, and a kill loses nothing. Without
    /// such work it has no effect. Stores that are opened read-only are left alone. It may be called on any thread; it waits for
    /// other writers as a save does. Costs one write transaction for each item; removing a column writes its table anew.
    ///
    /// - Throws: 134090 when another program writes for too long, and the errors of the system; what is left stays listed.
    public func finishDeferredLightweightMigration() throws {
        while try finishDeferredItem() {}
    }

    /// Does one item of the work that lightweight migrations have deferred.
    ///
    /// A store has work left while its metadata have the key `NSPersistentStoreDeferredLightweightMigrationOptionKey`. Without
    /// such work it has no effect.
    ///
    /// - Throws: 134090 when another program writes for too long, and the errors of the system; the item stays listed.
    public func finishDeferredLightweightMigrationTask() throws { _ = try finishDeferredItem() }

    /// Whether an item was left.
    private func finishDeferredItem() throws -> Bool {
        for store in engineStores {
            guard let engine = store.engine as? any DeferringEngine else { continue }
            let isDone = try saveLock.alone {
                try translatingErrors(store.url) { try engine.finishDeferredItem() }
            }
            if isDone { return true }
        }
        return false
    }
}
