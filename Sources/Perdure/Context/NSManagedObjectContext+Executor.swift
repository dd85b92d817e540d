// SPDX-License-Identifier: Apache-2.0
// How an actor works on a context's queue. The queue itself is ContextQueue.swift.

import Foundation

extension NSManagedObjectContext {
    /// Runs the code of actors on a context's queue.
    ///
    /// What an actor does between two suspensions is like a block of `perform`: it comes after the blocks before it, may
    /// use the context and its objects, and its end is the end of the event. What `performAndWait` and `perform` run may
    /// use the actor by `assumeIsolated`.
    public final class Executor: SerialExecutor {
        private let queue: ContextQueue
        private let context: LiveReference<NSManagedObjectContext>

        init(_ context: NSManagedObjectContext) {
            queue = context.queue
            self.context = LiveReference(context)
        }

        /// Runs a part of an actor's work after the blocks that wait already.
        public func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.enqueue { self.run(job) }
        }

        private func run(_ job: UnownedJob) {
            guard let context = context.object else {
                // The actor did not keep its context; what it awaits must go on nevertheless.
                return job.runSynchronously(on: asUnownedSerialExecutor())
            }
            ContextInUse.with(context) { job.runSynchronously(on: asUnownedSerialExecutor()) }
            context.endAllEvents()
        }

        /// What an actor's `unownedExecutor` returns; the actor keeps the context, and the context this executor.
        public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
            UnownedSerialExecutor(ordinary: self)
        }

        /// Whether the calling thread may use the context, and the actors on its queue.
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
    /// The context must have a queue: the process stops for the confinement type. Costs no store access.
    ///
    /// ## Compatibility
    /// Not in Apple's API.
    public final var executor: Executor {
        if !queue.isSerial { ExceptionTrap.raise(ContextErrors.executorWithoutQueue) }
        return queueExecutor
    }
}
