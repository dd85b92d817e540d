// SPDX-License-Identifier: Apache-2.0
// The kinds of queues for a context; the queue itself is ContextQueue.swift.

/// Where a context's work runs.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// On the calling thread.
    @available(*, deprecated, message: "Use a private or main queue context")
    case confinementConcurrencyType = 0
    /// On a queue that only this context uses.
    case privateQueueConcurrencyType = 1
    /// On the main queue.
    case mainQueueConcurrencyType = 2
}
