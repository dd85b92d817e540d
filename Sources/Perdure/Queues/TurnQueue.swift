// SPDX-License-Identifier: Apache-2.0
// A serial queue that knows the thread inside of it and the waiting threads. A thread that finds the queue empty runs
// its block at once; others wait in a line. QueueWaits.swift can therefore find threads that wait for each other in a
// ring; a dispatch queue could not tell.

import Dispatch
import Foundation
import Synchronization

/// The turns of one queue: the main queue, or a private queue.
final class TurnQueue: @unchecked Sendable {
    // Sendable because the line is used under the lock of QueueWaits; all other fields are atomic or never change.

    /// A waiting thread or block.
    enum Turn {
        case thread(QueueWait)
        case block(@Sendable () -> Void)
    }

    let isMain: Bool
    private let dispatch: DispatchQueue
    /// The thread that is inside: 0 for none, `promised` for a block that has no thread yet.
    ///
    /// The lowest bit says that others wait; it changes under the lock of QueueWaits. The main queue does not use this
    /// field, because it has a thread of its own.
    private let holder = Atomic<UInt>(0)
    /// The waiting threads and blocks, under the lock of QueueWaits; nil for a turn that has begun.
    private var line: [Turn?] = []
    /// The number of turns in the line that have begun.
    private var served = 0

    private static let othersWait: UInt = 1
    private static let promised: UInt = 2

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// The main queue.
    init() {
        isMain = true
        dispatch = .main
    }

    /// A private queue.
    init(label: String) {
        isMain = false
        dispatch = DispatchQueue(label: label)
    }

    static var isOnMain: Bool { DispatchQueue.getSpecific(key: mainKey) == true }
    // pthread addresses are even: the lowest bits are free.
    static var thisThread: UInt { UInt(pthread_self()) }

    var isCurrent: Bool {
        isMain ? Self.isOnMain : holder.load(ordering: .relaxed) & ~Self.othersWait == Self.thisThread
    }

    /// The thread inside of a private queue; 0 for none.
    var holdingThread: UInt {
        holder.load(ordering: .acquiring) & ~(Self.othersWait | Self.promised)
    }

    // MARK: Turns

    /// Enters the queue if no thread is inside.
    func enter() -> Bool {
        !isMain
            && holder.compareExchange(
                expected: 0, desired: Self.thisThread, ordering: .acquiringAndReleasing
            ).exchanged
    }

    /// Leaves the queue, and lets the next turn begin.
    func leave() {
        let isAlone = holder.compareExchange(
            expected: Self.thisThread, desired: 0, ordering: .acquiringAndReleasing
        ).exchanged
        if !isAlone { QueueWaits.withLock { pass(&$0) } }
    }

    /// Waits for a turn and runs a block in it; on the main queue the block runs on the main thread.
    ///
    /// - Parameters:
    ///   - asker: the queue of a context that is in the middle of an operation until this method returns.
    ///   - body: the block; it has run when this method returns.
    func wait(_ asker: TurnQueue?, _ body: () -> Void) {
        withoutActuallyEscaping(body) { body in
            let wait = QueueWait(for: self, asking: asker, body)
            if QueueWaits.withLock({ $0.add(wait) }) { return wait.takeTurn() }
            if isMain { dispatch.async { wait.runOnMain() } }
            wait.untilDone()
        }
    }

    /// Runs a block in a turn of its own, later.
    func enqueue(_ block: @escaping @Sendable () -> Void) {
        if isMain { return dispatch.async(execute: block) }
        let isFirst = QueueWaits.withLock { _ in
            if enter(for: Self.promised) { return true }
            line.append(.block(block))
            return false
        }
        if isFirst { start(block) }
    }

    private func start(_ block: @escaping @Sendable () -> Void) {
        dispatch.async {
            QueueWaits.withLock { _ in self.hold(Self.thisThread) }
            block()
            self.leave()
        }
    }

    // MARK: The line

    /// Enters the queue, or appends a wait to the line; under the lock of QueueWaits.
    ///
    /// - Returns: whether the thread is inside now.
    func enterOrWait(_ wait: QueueWait) -> Bool {
        if isMain { return false }
        if enter(for: wait.thread) { return true }
        line.append(.thread(wait))
        return false
    }

    /// Removes a wait from the line, because its block runs elsewhere; under the lock of QueueWaits.
    func drop(_ wait: QueueWait) {
        line.removeSubrange(..<served)
        served = 0
        line.removeAll { turn -> Bool in
            guard case .thread(let other) = turn else { return false }
            return other === wait
        }
    }

    /// The threads in the line; under the lock of QueueWaits.
    var waiting: [QueueWait] {
        line[served...].compactMap { turn -> QueueWait? in
            guard case .thread(let wait) = turn else { return nil }
            return wait
        }
    }

    /// Enters a thread if no thread is inside; otherwise notes that others wait.
    ///
    /// Under the lock of QueueWaits.
    private func enter(for thread: UInt) -> Bool {
        while true {
            let (isIn, present) = holder.compareExchange(
                expected: 0, desired: thread, ordering: .acquiringAndReleasing)
            if isIn { return true }
            // The thread inside may leave at this moment, without looking at the line; the loop then enters.
            let isNoted = holder.compareExchange(
                expected: present, desired: present | Self.othersWait, ordering: .acquiringAndReleasing
            ).exchanged
            if isNoted { return false }
        }
    }

    private func hold(_ thread: UInt) {
        holder.store(served < line.count ? thread | Self.othersWait : thread, ordering: .releasing)
    }

    /// Lets the next turn begin; under the lock of QueueWaits.
    private func pass(_ waits: inout QueueWaits) {
        guard served < line.count else { return holder.store(0, ordering: .releasing) }
        let next = line[served]
        line[served] = nil
        served += 1
        if served == line.count || served > 1000 {
            line.removeSubrange(..<served)
            served = 0
        }
        switch next {
        case nil: break
        case .thread(let wait):
            hold(wait.thread)
            waits.grant(wait)
        case .block(let block):
            hold(Self.promised)
            start(block)
        }
    }
}
