// SPDX-License-Identifier: Apache-2.0
// The kinds of queues for a context in Swift's spelling (NSManagedObjectContextConcurrencyType.swift).

extension NSManagedObjectContext {
    /// Where a context's work runs, in Swift's spelling.
    public struct ConcurrencyType: RawRepresentable, Hashable, Sendable {
        /// The older spelling.
        public typealias RawValue = NSManagedObjectContextConcurrencyType

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
