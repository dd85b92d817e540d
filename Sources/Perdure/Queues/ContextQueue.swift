// SPDX-License-Identifier: Apache-2.0
// Where blocks of contexts and coordinators run. The queue knows whether the calling thread is inside of it, so that
// calls of performAndWait may be nested, through other contexts too. TurnQueue.swift says whose turn is next.

import Dispatch
import Foundation

/// The queue of one context, or of a coordinator.
package final class ContextQueue: Sendable {
    /// Whose turn it is; nil without a queue.
    let turns: TurnQueue?
    /// Whether a use of the context on another queue is reported.
    let isChecked: Bool

    init(_ type: NSManagedObjectContextConcurrencyType) {
        turns =
            switch type {
            case .mainQueueConcurrencyType: TurnQueue()
            case .privateQueueConcurrencyType: TurnQueue(label: "NSManagedObjectContext")
            // The blocks of a confined context run on the calling thread.
            default: nil
            }
        isChecked = turns != nil && QueueCheck.isOn
    }

    /// Makes a private queue.
    init(label: String) {
        turns = TurnQueue(label: label)
        isChecked = false
    }

    /// Whether blocks run one after the other on a queue, and not on the calling thread.
    var isSerial: Bool { turns != nil }

    /// Whether the calling thread may use the context now.
    var isCurrent: Bool { turns?.isCurrent ?? true }

    /// Runs a block and waits for it: at once when the thread is inside the queue, else after the blocks before it.
    ///
    /// - Parameters:
    ///   - asker: the queue of a context that waits for the answer in the middle of an operation; nil for a program's
    ///     own block.
    ///   - block: what to do. When threads wait for each other in a ring, another thread of the ring may run it.
    /// - Returns: what the block returns.
    /// - Throws: what the block throws.
    func run<T, E: Error>(asking asker: ContextQueue? = nil, _ block: () throws(E) -> T) throws(E) -> T {
        guard let turns, !turns.isCurrent else { return try block() }
        if turns.enter() {
            defer { turns.leave() }
            return try block()
        }
        var result: Result<T, E>?
        turns.wait(asker?.turns) {
            do throws(E) { result = .success(try block()) } catch { result = .failure(error) }
        }
        // The wait ends when the block has run.
        return try result!.get()
    }

    /// Runs a block later, after the blocks before it.
    package func enqueue(_ block: @escaping @Sendable () -> Void) {
        guard let turns else { return block() }
        turns.enqueue(block)
    }
}
