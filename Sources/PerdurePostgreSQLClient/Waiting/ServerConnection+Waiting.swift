// SPDX-License-Identifier: Apache-2.0
// The one loop that waits for a server (PG-24). Everything that sends or receives comes through it.

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation
import PerdureStore

/// What a waiting call may wait for, and what it has done about its end.
struct Wait {
    let operation: String
    let deadline: Deadline
    let cancellation: Cancellation?
    let start = Deadline.now
    /// The request to end the statement, once the caller has asked.
    var canceller: (any Canceller)?
    /// Until when a cancelled statement may take to end.
    var patience: Deadline?

    init(_ operation: String, until deadline: Deadline, _ cancellation: Cancellation?) {
        self.operation = operation
        self.deadline = deadline
        self.cancellation = cancellation
    }
}

extension ServerConnection {
    /// Returns when the next result can be taken without blocking; sends meanwhile what waits to be sent.
    ///
    /// - Throws: `PostgreSQLError.timedOut` and `.cancelled`, with the connection closed; `.lost`.
    func waitForResult(_ wait: inout Wait) throws {
        while true {
            let pointer = try self.pointer()
            let flushed = PQflush(pointer)
            // A server that gave up may have said why: what it said is read before the connection counts as lost.
            if flushed < 0 { return try readLastWords(pointer) }
            if PQisBusy(pointer) == 0 { return }
            try checkEnd(&wait, pointer)
            if try isReadable(pointer, wantsToSend: flushed == 1, wait), PQconsumeInput(pointer) == 0 {
                return try readLastWords(pointer)
            }
            wait.canceller?.advance()
        }
    }

    /// Lets a result tell of the end, if libpq has one; it must not wait for more.
    private func readLastWords(_ pointer: OpaquePointer) throws {
        _ = PQconsumeInput(pointer)
        guard PQisBusy(pointer) == 0 else { throw lost() }
    }

    /// Ends the wait at its deadline, and starts a cancellation when the caller asks for one.
    private func checkEnd(_ wait: inout Wait, _ pointer: OpaquePointer) throws {
        if wait.cancellation?.isCancelled == true, wait.patience == nil {
            hasBeenCancelled = true
            wait.patience = wait.deadline.orAfter(CancellationTimes.patience)
            wait.canceller = PollingCanceller(pointer) ?? ThreadCanceller(pointer)
        }
        if wait.patience?.isPast == true {
            close()
            throw PostgreSQLError.cancelled
        }
        guard wait.deadline.isPast else { return }
        close()
        throw PostgreSQLError.timedOut(
            operation: wait.operation, waited: TimeInterval(Deadline.now - wait.start) / 1e9, place: place
        )
    }

    /// Waits for the socket; whether there is something to read.
    private func isReadable(_ pointer: OpaquePointer, wantsToSend: Bool, _ wait: Wait) throws -> Bool {
        // It always reads too: a server whose answers nobody takes stops reading.
        let events = wantsToSend ? POLLIN | POLLOUT : POLLIN
        var own = pollfd(fd: PQsocket(pointer), events: Int16(events), revents: 0)
        let longest = wait.cancellation == nil ? 60_000 : CancellationTimes.interval
        let time = (wait.patience ?? wait.deadline).pollTime(atMost: longest)
        let count: Int32
        if let other = wait.canceller?.pollDescriptor {
            var both = [own, other]
            count = poll(&both, 2, time)
            own = both[0]
        } else {
            count = poll(&own, 1, time)
        }
        guard count >= 0 || errno == EINTR else { throw lost("poll failed with error \(errno)") }
        return count > 0 && own.revents & Int16(POLLIN | POLLERR | POLLHUP) != 0
    }

    /// Whether the server has ended an idle connection, or said something that nobody waits for; asks without waiting.
    func hasEnded() -> Bool {
        guard let pointer = try? pointer() else { return true }
        var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 0) > 0 else { return false }
        // Reports of settings and notices come unasked too, and are no end.
        return PQconsumeInput(pointer) == 0 || PQstatus(pointer) != CONNECTION_OK
            || descriptor.revents & Int16(POLLERR | POLLHUP) != 0
    }
}
#endif
