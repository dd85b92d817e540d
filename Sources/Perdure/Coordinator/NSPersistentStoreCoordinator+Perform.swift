// SPDX-License-Identifier: Apache-2.0
// Runs blocks on the coordinator's own queue. Fetches and saves do not need it.

import Foundation

extension NSPersistentStoreCoordinator {
    /// Runs a block on the coordinator's queue later.
    @preconcurrency
    public func perform(_ block: @escaping @Sendable () -> Void) { queue.enqueue(block) }

    /// Runs a block on the coordinator's queue and waits for it; may be nested.
    @_disfavoredOverload
    public func performAndWait(_ block: () -> Void) { queue.run(block) }

    /// Runs a block on the coordinator's queue, waits for it, and returns its result; may be nested.
    ///
    /// - Throws: what the block throws.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        let result = queue.run { Result(catching: block) }
        return try outcome(result, of: block) { throw $0 }
    }

    /// Runs a block on the coordinator's queue, and suspends the caller until it has run.
    ///
    /// - Throws: what the block throws.
    @preconcurrency
    public func perform<T>(_ block: @escaping @Sendable () throws -> T) async rethrows -> T {
        let result: UncheckedTransfer<Result<T, any Error>> = await AwaitedResult().wait { finish in
            queue.enqueue { finish(UncheckedTransfer(value: Result(catching: block))) }
        }
        return try outcome(result.value, of: block) { throw $0 }
    }

    /// Blocks saves of other threads until `unlock()`.
    @available(*, deprecated, message: "Use performAndWait(_:)")
    public func lock() { saveLock.lock() }

    /// Lets saves run again.
    @available(*, deprecated, message: "Use performAndWait(_:)")
    public func unlock() { saveLock.unlock() }

    /// Blocks saves of other threads, unless a save is already running.
    @available(*, deprecated, message: "Use performAndWait(_:)")
    public func tryLock() -> Bool { saveLock.tryLock() }
}
