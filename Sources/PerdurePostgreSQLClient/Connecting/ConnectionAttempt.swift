// SPDX-License-Identifier: Apache-2.0
// One try to connect to one host. It runs on a helper thread, since resolving a name blocks; ConnectionMaker.swift starts that thread.

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation

/// One try to connect.
struct ConnectionAttempt {
    let parameters: [String: String]
    let secrets: [String: String]
    let mask: SecretMask
    /// Where it goes to, for errors.
    let place: String

    /// Connects, or says why not.
    ///
    /// - Throws: `PostgreSQLError.connecting`, `.timedOut`.
    func run(until deadline: Deadline) throws -> ConnectionHandle {
        let start = Deadline.now
        let handle = try begin()
        guard let pointer = handle.pointer else { throw failure("libpq has no memory", nil) }
        perdure_pq_ignore_notices(pointer)
        // With it the words of a refusal begin with the server's code, which libpq gives in no other way.
        PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
        var state = PQstatus(pointer) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED else { throw refusal(pointer) }
            guard try isReady(pointer, state, deadline) else {
                let waited = TimeInterval(Deadline.now - start) / 1e9
                throw PostgreSQLError.timedOut(operation: "connecting", waited: waited, place: place)
            }
            state = PQconnectPoll(pointer)
        }
        PQsetErrorVerbosity(pointer, PQERRORS_DEFAULT)
        return handle
    }

    private func begin() throws -> ConnectionHandle {
        let values = parameters.merging(secrets) { $1 }.sorted { $0.key < $1.key }
        // libpq copies them; the lists end with null.
        let names = values.map { strdup($0.key) }
        let texts = values.map { strdup($0.value) }
        defer { (names + texts).forEach { free($0) } }
        let pointer = PQconnectStartParams(
            names.map { UnsafePointer($0) } + [nil], texts.map { UnsafePointer($0) } + [nil], 0)
        guard let pointer else { throw failure("libpq has no memory", nil) }
        return ConnectionHandle(pointer)
    }

    /// Waits until libpq can go on; false at the deadline.
    private func isReady(
        _ pointer: OpaquePointer, _ state: PostgresPollingStatusType, _ deadline: Deadline
    ) throws -> Bool {
        while !deadline.isPast {
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            var descriptor = pollfd(fd: PQsocket(pointer), events: Int16(events), revents: 0)
            let count = poll(&descriptor, 1, deadline.pollTime(atMost: 60_000))
            if count > 0 { return true }
            guard count == 0 || errno == EINTR else {
                throw failure("poll failed with error \(errno)", nil)
            }
        }
        return false
    }

    private func refusal(_ pointer: OpaquePointer) -> PostgreSQLError {
        // The password may have come from a file that only libpq has read.
        let known = mask.adding(PQpass(pointer).map { String(cString: $0) })
        let words = ConnectionWords(PQerrorMessage(pointer).map { String(cString: $0) } ?? "")
        return failure(known.apply(to: words.text), words.state)
    }

    private func failure(_ reason: String, _ state: String?) -> PostgreSQLError {
        .connecting(place: place, reason: reason, state: state)
    }
}
#endif
