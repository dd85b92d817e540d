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

extension NSManagedObjectContext {
    /// Where a context's work runs, in Swift's spelling.
    public struct ConcurrencyType: RawRepresentable, Hashable, Sendable {
        /// The same type in the older spelling.
        public var rawValue: NSManagedObjectContextConcurrencyType

        /// Makes a type from its older spelling.
        public init(rawValue: NSManagedObjectContextConcurrencyType) { self.rawValue = rawValue }

        /// On the main queue.
        public static let mainQueue = ConcurrencyType(rawValue: .mainQueueConcurrencyType)
        /// On a queue that only this context uses.
        public static let privateQueue = ConcurrencyType(rawValue: .privateQueueConcurrencyType)
    }
}
