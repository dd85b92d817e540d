// SPDX-License-Identifier: Apache-2.0
// Cancels a fetch while a store runs it. The flag travels in the plan (FetchPlan.swift). Stores look at it before they begin,
// and while a statement runs.

import Synchronization

/// A flag that is set once, from any thread.
package final class Cancellation: Sendable, Hashable {
    private let flag = Atomic<Bool>(false)

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    package func cancel() { flag.store(true, ordering: .relaxed) }

    /// Throws when the flag is set.
    ///
    /// - Throws: `StoreError.cancelled`.
    package func check() throws {
        if isCancelled { throw StoreError.cancelled }
    }

    package static func == (left: Cancellation, right: Cancellation) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
