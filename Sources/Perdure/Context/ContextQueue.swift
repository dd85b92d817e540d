// SPDX-License-Identifier: Apache-2.0
// Where blocks of contexts and coordinators run. It knows whether the calling thread is inside it already, so that
// performAndWait may be nested, through other contexts too. Who comes next is in TurnQueue.swift.

import Dispatch
import Foundation

/// The queue of one context, or of a coordinator.
final class ContextQueue: Sendable {
    private let turns: TurnQueue?
    /// Whether uses of the context from elsewhere are reported.
    let isChecked: Bool

    init(_ type: NSManagedObjectContextConcurrencyType) {
        turns =
            switch type {
            case .mainQueueConcurrencyType: TurnQueue()
            case .privateQueueConcurrencyType: TurnQueue(label: "NSManagedObjectContext")
            // A confined context's blocks run on the thread that asks.
            default: nil
            }
        isChecked = turns != nil && QueueCheck.isOn
    }

    /// Makes a private queue.
    init(label: String) {
        turns = TurnQueue(label: label)
        isChecked = false
    }

    /// Whether blocks run one after the other on a queue, and not on the thread that asks.
    var isSerial: Bool { turns != nil }

    /// Whether the calling thread may use the context now.
    var isCurrent: Bool { turns?.isCurrent ?? true }

    /// Runs a block now: inline when the thread is inside the queue, else after the blocks before it.
    ///
    /// - Parameters:
    ///   - asker: the queue of a context that is in the middle of an operation until it has its answer; nil for a
    ///     program's own block.
    ///   - block: what to do. Where threads wait for each other in a ring, another one of them may run it.
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
    func enqueue(_ block: @escaping @Sendable () -> Void) {
        guard let turns else { return block() }
        turns.enqueue(block)
    }

    /// The context is gone: what its objects know of each other goes too, so that nothing but the program holds them.
    ///
    /// No block of a private queue can be using them, because it would hold the context; the main queue may be.
    func end(of objects: [NSManagedObject]) {
        guard let turns, turns.isMain, !turns.isCurrent else {
            return objects.forEachHeld { $0.loseDestinations() }
        }
        let last = LastObjects(objects: objects)
        turns.enqueue { last.objects.forEachHeld { $0.loseDestinations() } }
    }

    /// Sendable because only the main queue uses the objects.
    private struct LastObjects: @unchecked Sendable {
        let objects: [NSManagedObject]
    }
}
