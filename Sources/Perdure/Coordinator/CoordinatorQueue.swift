// SPDX-License-Identifier: Apache-2.0
// The private queue behind perform and performAndWait. Reads and saves do not run on it: they have locks.

import Dispatch

/// A serial queue that knows whether the caller runs on it already.
final class CoordinatorQueue: Sendable {
    private let queue: DispatchQueue
    private let key = DispatchSpecificKey<Bool>()

    init(label: String) {
        queue = DispatchQueue(label: label)
        queue.setSpecific(key: key, value: true)
    }

    private var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

    /// Runs a block and waits; a call from the queue itself runs at once instead of waiting for itself.
    func run<T>(_ block: () throws -> T) rethrows -> T {
        isCurrent ? try block() : try queue.sync(execute: block)
    }

    /// Runs a block later.
    func schedule(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
}
