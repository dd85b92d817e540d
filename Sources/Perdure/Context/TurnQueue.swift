// SPDX-License-Identifier: Apache-2.0
// A serial queue that knows who is inside and who waits. A thread that finds it empty runs its block at once; the others
// stand in a line. That is why threads that wait for each other in a ring can be found (QueueWaits.swift), which a
// dispatch queue does not tell.

import Dispatch
import Foundation
import Synchronization

/// The turns of one queue: the main one, or a private one.
final class TurnQueue: @unchecked Sendable {
    // Sendable because the line is used under the lock of QueueWaits, and all else is atomic or never changes.

    /// What waits for its turn.
    enum Turn {
        case thread(QueueWait)
        case block(@Sendable () -> Void)
    }

    let isMain: Bool
    private let dispatch: DispatchQueue
    /// The thread that is inside: 0 for none, `promised` for a block that has no thread yet.
    ///
    /// The lowest bit says that others wait; it changes under the lock of QueueWaits. Not used for the main queue, which has
    /// its thread.
    private let holder = Atomic<UInt>(0)
    /// Who comes next, under the lock of QueueWaits; nil in the places of those who have had their turn.
    private var line: [Turn?] = []
    /// How many of the line have had their turn.
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
    // Threads lie in memory at even addresses: the lowest bits are free.
    static var thisThread: UInt { UInt(pthread_self()) }

    var isCurrent: Bool {
        isMain ? Self.isOnMain : holder.load(ordering: .relaxed) & ~Self.othersWait == Self.thisThread
    }

    /// The thread inside of a private queue; 0 for none.
    var holdingThread: UInt {
        holder.load(ordering: .acquiring) & ~(Self.othersWait | Self.promised)
    }

    // MARK: Turns

    /// Goes in if nobody is inside.
    func enter() -> Bool {
        !isMain
            && holder.compareExchange(
                expected: 0, desired: Self.thisThread, ordering: .acquiringAndReleasing
            ).exchanged
    }

    /// Goes out, and lets the next one in.
    func leave() {
        let isAlone = holder.compareExchange(
            expected: Self.thisThread, desired: 0, ordering: .acquiringAndReleasing
        ).exchanged
        if !isAlone { QueueWaits.withLock { pass(&$0) } }
    }

    /// Waits for a turn and runs a block in it; on the main queue the block runs on its thread.
    ///
    /// - Parameters:
    ///   - asker: a queue whose context is in the middle of an operation meanwhile.
    ///   - body: the block; has run when this returns.
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
            if take(for: Self.promised) { return true }
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

    /// Goes in, or stands in the line; under the lock of QueueWaits.
    ///
    /// - Returns: whether the thread is in.
    func stand(_ wait: QueueWait) -> Bool {
        if isMain { return false }
        if take(for: wait.thread) { return true }
        line.append(.thread(wait))
        return false
    }

    /// Takes a wait out of the line, because its block runs elsewhere; under the lock of QueueWaits.
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

    /// Makes a thread the one inside if there is none, else notes that somebody waits; under the lock of QueueWaits.
    private func take(for thread: UInt) -> Bool {
        while true {
            let (isIn, present) = holder.compareExchange(
                expected: 0, desired: thread, ordering: .acquiringAndReleasing)
            if isIn { return true }
            // Who is inside may go out just now, without looking at the line: then there is room.
            let isNoted = holder.compareExchange(
                expected: present, desired: present | Self.othersWait, ordering: .acquiringAndReleasing
            ).exchanged
            if isNoted { return false }
        }
    }

    private func hold(_ thread: UInt) {
        holder.store(served < line.count ? thread | Self.othersWait : thread, ordering: .releasing)
    }

    /// Lets the next one in; under the lock of QueueWaits.
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
