// SPDX-License-Identifier: Apache-2.0
// A thread that waits for a queue. Another thread may wait for a queue that this thread is inside of; this thread may
// then run the other thread's block. QueueWaits.swift decides so if no thread could go on otherwise.

import Dispatch

/// One thread's wait for its turn in a queue.
final class QueueWait: @unchecked Sendable {
    // Sendable because all changes happen under the lock of QueueWaits. The block belongs to the waiting thread, which
    // does nothing while another thread runs the block.

    let thread = TurnQueue.thisThread
    let isOnMain = TurnQueue.isOnMain
    let queue: TurnQueue
    /// The queue of a context that waits in the middle of an operation.
    let asker: TurnQueue?
    /// The block to run; nil once a thread has taken it.
    private var body: (() -> Void)?
    private var state = State.inLine
    /// The waits of other threads whose blocks this thread has to run.
    private var visits: [QueueWait] = []
    /// Whether the thread is running the block of one of these waits.
    private var isHost = false
    /// Counts the events: a turn, a visit, the end of the block.
    private let events = DispatchSemaphore(value: 0)

    private enum State { case inLine, itsTurn, elsewhere, done }

    init(for queue: TurnQueue, asking asker: TurnQueue?, _ body: @escaping () -> Void) {
        (self.queue, self.asker, self.body) = (queue, asker, body)
    }

    /// Whether another thread may still run the block.
    var isInLine: Bool { state == .inLine }

    /// Whether the thread can do nothing now.
    var isBlocked: Bool { visits.isEmpty && !isHost && (state == .inLine || state == .elsewhere) }

    // MARK: What others do, under the lock

    func giveTurn() {
        state = .itsTurn
        events.signal()
    }

    /// Lets another thread run the block: the thread of a wait that is already inside the queue.
    func move(to host: QueueWait) {
        state = .elsewhere
        queue.drop(self)
        host.visits.append(self)
        host.events.signal()
    }

    // MARK: The waiting thread

    /// Waits until the block has run, here or elsewhere.
    func untilDone() {
        while true {
            events.wait()
            switch QueueWaits.withLock({ next(&$0) }) {
            case .visit(let guest): guest.runElsewhere(at: self)
            case .turn: return takeTurn()
            case .end: return
            }
        }
    }

    private enum Event {
        case visit(QueueWait)
        case turn
        case end
    }

    private func next(_ waits: inout QueueWaits) -> Event {
        if !visits.isEmpty {
            isHost = true
            return .visit(visits.removeFirst())
        }
        waits.remove(self)
        return state == .itsTurn ? .turn : .end
    }

    /// Runs the block; the thread is inside the queue now.
    func takeTurn() {
        runBody()
        queue.leave()
    }

    /// Runs the block on the main thread, unless another thread has run it meanwhile.
    func runOnMain() {
        let isFirst = QueueWaits.withLock { _ in
            guard state == .inLine else { return false }
            state = .elsewhere
            return true
        }
        if isFirst { runElsewhere(at: nil) }
    }

    private func runElsewhere(at host: QueueWait?) {
        runBody()
        QueueWaits.withLock { _ in
            state = .done
            host?.isHost = false
            events.signal()
        }
    }

    /// Runs the block, and releases it before the waiting thread goes on.
    @inline(never)
    private func runBody() {
        let block = body
        body = nil
        block?()
    }
}
