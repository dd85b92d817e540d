// SPDX-License-Identifier: Apache-2.0
// Runs actors on a context's queue. The queue itself is ContextQueue.swift.

import Foundation
import PerdureBase

extension NSManagedObjectContext {
    /// Runs the code of actors on a context's queue.
    ///
    /// An actor's work between two suspensions is like a block of `perform`. It runs after the blocks before it, may
    /// use the context and its objects, and ends the event. Blocks of `performAndWait` and `perform` may use the actor
    /// by `assumeIsolated`.
    public final class Executor: SerialExecutor {
        private let queue: ContextQueue
        private let context: WeakObjectReference<NSManagedObjectContext>

        init(_ context: NSManagedObjectContext) {
            queue = context.queue
            self.context = WeakObjectReference(context)
        }

        /// Runs a part of an actor's work after the blocks that are already waiting.
        public func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.enqueue { self.run(job) }
        }

        private func run(_ job: UnownedJob) {
            guard let context = context.object else {
                // The actor did not keep its context; its work must continue nevertheless.
                return job.runSynchronously(on: asUnownedSerialExecutor())
            }
            ContextInUse.with(context) { job.runSynchronously(on: asUnownedSerialExecutor()) }
            context.endAllEvents()
        }

        /// The value of an actor's `unownedExecutor`; the actor keeps the context, and the context keeps this executor.
        public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
            UnownedSerialExecutor(ordinary: self)
        }

        /// Whether the calling thread may use the context and the actors on its queue.
        public func isIsolatingCurrentContext() -> Bool? { queue.isCurrent }

        /// Stops the process when the calling thread is not on the context's queue.
        public func checkIsolated() {
            if !queue.isCurrent { fatalError(ContextErrors.notIsolated(context.object).description) }
        }
    }

    /// Lets an actor work on the context's queue.
    ///
    /// ```swift
    /// actor Importer {
    ///     nonisolated let context: NSManagedObjectContext
    ///     nonisolated var unownedExecutor: UnownedSerialExecutor {
    ///         context.executor.asUnownedSerialExecutor()
    ///     }
    ///
    ///     init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }
    ///
    ///     func add(_ titles: [String]) throws {
    ///         for title in titles { Movie(context: context).title = title }
    ///         try context.save()
    ///     }
    /// }
    /// ```
    ///
    /// Stops the process for a context of the confinement type, because it has no queue. Does not read the store.
    ///
    /// ## Compatibility
    /// Not in Apple's API.
    public final var executor: Executor {
        if !queue.isSerial { ExceptionTrap.raise(ContextErrors.executorWithoutQueue) }
        return queueExecutor
    }
}
