// SPDX-License-Identifier: Apache-2.0
// Cancels a fetch while a store runs it. The flag travels in the plan (FetchPlan.swift). Stores look at it before they begin,
// and while a statement runs.

import Synchronization

/// A flag that is set once, from any thread.
public final class Cancellation: Sendable, Hashable {
    private let flag = Atomic<Bool>(false)

    /// Makes a flag that is not set.
    public init() {}

    /// Whether the flag is set.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Sets the flag.
    public func cancel() { flag.store(true, ordering: .relaxed) }

    /// Throws when the flag is set.
    ///
    /// - Throws: `StoreError.cancelled`.
    public func check() throws {
        if isCancelled { throw StoreError.cancelled }
    }

    /// Whether both are the same flag.
    public static func == (left: Cancellation, right: Cancellation) -> Bool { left === right }
    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
