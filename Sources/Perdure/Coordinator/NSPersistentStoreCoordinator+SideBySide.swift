// SPDX-License-Identifier: Apache-2.0
// Decides which writes of a coordinator wait for each other. Writes to engines with one writer run one after the other.
// Writes to engines that lock single rows run concurrently (StoreLimits.swift).

import PerdureStore

extension NSPersistentStoreCoordinator {
    /// Whether every store takes several writes at once.
    private var writesConcurrently: Bool {
        let stores = engineStores
        return !stores.isEmpty && stores.allSatisfy(\.engine.limits.writesConcurrently)
    }

    /// Runs a write from its preparation to its end: alone, unless every store takes several writes at once.
    ///
    /// Reads wait for no write.
    package final func writing<T>(_ body: () throws -> T) rethrows -> T {
        try writesConcurrently ? saveLock.shared(body) : saveLock.alone(body)
    }

    /// Commits prepared writes: meanwhile no generation of several stores can begin.
    package final func committing<T>(_ body: () throws -> T) rethrows -> T {
        try writesConcurrently ? commitLock.shared(body) : commitLock.alone(body)
    }
}
