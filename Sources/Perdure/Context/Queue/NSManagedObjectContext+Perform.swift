// SPDX-License-Identifier: Apache-2.0
// Runs blocks on a context's queue. The queue itself is ContextQueue.swift; NSManagedObjectContext+Executor.swift runs
// actors on it.

import Foundation

extension NSManagedObjectContext {
    /// When an awaited block begins.
    public enum ScheduledTaskType: Sendable {
        /// At once when the caller is already on the context's queue, else after the blocks before it.
        case immediate
        /// After the blocks before it.
        case enqueued
    }

    /// Runs a block on the context's queue later; the end of the block ends the event.
    @preconcurrency
    public func perform(_ block: @escaping @Sendable () -> Void) {
        queue.enqueue {
            ContextInUse.with(self) { block() }
            self.endAllEvents()
        }
    }

    /// Runs a block on the context's queue and waits for it; may be nested.
    @_disfavoredOverload
    public func performAndWait(_ block: () -> Void) {
        queue.run { ContextInUse.with(self) { block() } }
    }

    /// Runs a block on the context's queue, waits for it, and returns its result; may be nested.
    ///
    /// - Throws: What the block throws.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        let result = queue.run { ContextInUse.with(self) { Result(catching: block) } }
        return try outcome(result, of: block) { throw $0 }
    }

    /// Runs a block on the context's queue, and suspends the caller until it has run; ends the event.
    ///
    /// The block runs to its end even if the task is cancelled, before the block begins or meanwhile.
    ///
    /// ## Compatibility
    /// As in Apple's API, the block may have any result. The compiler does not notice when an object leaves the block:
    /// return IDs and values. The debug mode for queues reports objects that are used elsewhere.
    ///
    /// - Parameters:
    ///   - schedule: when the block begins.
    ///   - block: what to do.
    /// - Returns: what the block returns.
    /// - Throws: what the block throws.
    @preconcurrency
    public func perform<T>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping @Sendable () throws -> T
    ) async rethrows -> T {
        if schedule == .immediate, queue.isCurrent {
            let result = ContextInUse.with(self) { Result(catching: block) }
            return try outcome(result, of: block) { throw $0 }
        }
        let result: UncheckedTransfer<Result<T, any Error>> = await AwaitedResult().wait { finish in
            queue.enqueue {
                let result = ContextInUse.with(self) { Result(catching: block) }
                self.endAllEvents()
                finish(UncheckedTransfer(value: result))
            }
        }
        return try outcome(result.value, of: block) { throw $0 }
    }
}

extension NSManagedObjectContext {
    /// Does nothing: a context's queue is its lock.
    @available(*, deprecated, message: "Use perform(_:) or performAndWait(_:)")
    public func lock() {}

    /// Does nothing: a context's queue is its lock.
    @available(*, deprecated, message: "Use perform(_:) or performAndWait(_:)")
    public func unlock() {}

    /// Does nothing, and succeeds: a context's queue is its lock.
    @available(*, deprecated, message: "Use perform(_:) or performAndWait(_:)")
    public func tryLock() -> Bool { true }
}
