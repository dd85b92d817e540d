// SPDX-License-Identifier: Apache-2.0
// Decides which writes of a coordinator wait for each other. Writes to engines with one writer run one after the other.
// Writes to engines that lock single rows run concurrently (StoreLimits.swift).

import PerdureBase
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
    ///
    /// - Throws: what the body throws; a refusal where another write asks a program that waits for this thread.
    package final func writing<T>(_ body: () throws -> T) throws -> T {
        if writesConcurrently { return try saveLock.shared(body) }
        guard let result = try saveLock.alone(unless: QueueWaits.isWaitingForThisThread, body) else {
            throw CoreDataException.invalidArgument(
                "The handler of a batch insert request waits for this thread, so that this write would wait for ever. "
                    + "Write when the request is done.")
        }
        return result
    }

    /// Asks a program for something in the middle of a write.
    package final func asking<T>(_ body: () throws -> T) rethrows -> T { try saveLock.asking(body) }

    /// Commits prepared writes: meanwhile no generation of several stores can begin.
    package final func committing<T>(_ body: () throws -> T) rethrows -> T {
        try writesConcurrently ? commitLock.shared(body) : commitLock.alone(body)
    }
}
