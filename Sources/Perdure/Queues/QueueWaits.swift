// SPDX-License-Identifier: Apache-2.0
// All threads that wait for queues of contexts. A main-queue parent waits for its child while the child merges and asks
// its parent: a ring in which no thread could ever go on. One of the threads in the ring then runs another thread's
// block, as a block inside of its own.

import Foundation
import PerdureBase

/// The waits of all threads in the process.
struct QueueWaits {
    /// The waits of each thread.
    ///
    /// The last one is the current wait; the others are below it on the thread's stack.
    private var waits: [UInt: [QueueWait]] = [:]
    /// The main queue's thread while it waits; else 0.
    private var mainThread: UInt = 0

    private static let lock = Lock(QueueWaits())

    static func withLock<Result>(_ body: (inout QueueWaits) -> Result) -> Result { lock.withLock(body) }

    /// Begins a wait.
    ///
    /// - Returns: whether the thread is inside the queue now.
    mutating func add(_ wait: QueueWait) -> Bool {
        if wait.queue.enterOrWait(wait) { return true }
        waits[wait.thread, default: []].append(wait)
        if wait.isOnMain { mainThread = wait.thread }
        openRing(from: wait.thread)
        return false
    }

    /// Ends a thread's last wait.
    mutating func remove(_ wait: QueueWait) {
        waits[wait.thread]?.removeLast()
        guard waits[wait.thread]?.isEmpty ?? true else { return }
        waits[wait.thread] = nil
        if mainThread == wait.thread { mainThread = 0 }
    }

    /// Gives a wait its turn.
    mutating func grant(_ wait: QueueWait) {
        wait.giveTurn()
        // A thread that runs a visitor's block gets its turn before it can use it. It may be waiting for other queues
        // meanwhile.
        guard waits[wait.thread]?.last !== wait else { return }
        for waiting in wait.queue.waiting { openRing(from: waiting.thread) }
    }

    /// Whether a thread waits, perhaps through other threads, for a queue that this thread is inside of.
    static func isWaitingForThisThread(_ thread: pthread_t) -> Bool {
        let (own, isOnMain) = (TurnQueue.thisThread, TurnQueue.isOnMain)
        return withLock { waits in
            var place = UInt(thread)
            for _ in 0...waits.waits.count {
                guard let wait = waits.waits[place]?.last, wait.isBlocked else { return false }
                if wait.queue.isMain, isOnMain { return true }
                place = waits.holder(of: wait.queue)
                if place == own { return true }
            }
            return false
        }
    }

    // MARK: GraphCycles

    /// Looks for a ring of waits through a thread; if there is a ring, lets one of its threads go on.
    private func openRing(from thread: UInt) {
        guard let ring = ring(from: thread) else { return }
        let waiting = ring.filter(\.isInLine)
        // A context in the middle of an operation is left alone if another choice exists.
        let free = waiting.filter { !isBusy($0.queue) }
        // A block that waits for the main thread cannot run anywhere else.
        let next =
            free.first { $0.asker != nil } ?? free.first { $0.queue.isMain } ?? free.first ?? waiting.first
        guard let next, let host = waits[holder(of: next.queue)]?.last else { return }
        next.move(to: host)
    }

    /// The waits of a ring from a thread back to it; nil when there is no ring.
    private func ring(from thread: UInt) -> [QueueWait]? {
        var ring: [QueueWait] = []
        var place = thread
        repeat {
            guard let wait = waits[place]?.last, wait.isBlocked, ring.count < waits.count else { return nil }
            ring.append(wait)
            place = holder(of: wait.queue)
        } while place != thread
        return ring
    }

    /// The thread that is inside a queue; 0 for none.
    private func holder(of queue: TurnQueue) -> UInt { queue.isMain ? mainThread : queue.holdingThread }

    /// Whether the queue's context waits for an answer in the middle of an operation.
    private func isBusy(_ queue: TurnQueue) -> Bool {
        waits.values.contains { $0.contains { $0.asker === queue } }
    }
}
