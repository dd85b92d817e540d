// SPDX-License-Identifier: Apache-2.0
// Which writes of a coordinator wait for each other: those to engines with one writer go one after the other, those to
// engines that lock single rows go side by side (StoreLimits.swift).

import PerdureStore

extension NSPersistentStoreCoordinator {
    /// Whether every store takes several writes at once.
    private var writesConcurrently: Bool {
        let stores = engineStores
        return !stores.isEmpty && stores.allSatisfy(\.engine.limits.writesConcurrently)
    }

    /// Runs a write from its preparation to its end: alone, unless all stores take several at once.
    ///
    /// Reads wait for none of them.
    final func writing<T>(_ body: () throws -> T) rethrows -> T {
        try writesConcurrently ? saveLock.shared(body) : saveLock.alone(body)
    }

    /// Commits what is prepared: no generation of several stores begins meanwhile.
    final func committing<T>(_ body: () throws -> T) rethrows -> T {
        try writesConcurrently ? commitLock.shared(body) : commitLock.alone(body)
    }
}
