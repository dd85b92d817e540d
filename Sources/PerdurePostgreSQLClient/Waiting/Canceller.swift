// SPDX-License-Identifier: Apache-2.0
// Asks a server to end the statement that runs: with libpq 17 without blocking, before on a thread (ThreadCanceller.swift).

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation

/// A request to end the running statement of one connection.
///
/// A server that is asked may end the statement, have ended it already, or never answer: the caller waits for the connection, not
/// for the request, and throws the connection away afterwards.
protocol Canceller: AnyObject {
    /// What the loop shall wait for beside the connection's socket.
    var pollDescriptor: pollfd? { get }
    /// Goes on as far as it can without blocking.
    func advance()
}

/// The request of libpq 17 and newer.
final class PollingCanceller: Canceller {
    // libpq's object; it is freed when this one is.
    private let request: UnsafeMutableRawPointer
    private var state = PGRES_POLLING_WRITING

    init?(_ connection: OpaquePointer) {
        guard let request = perdure_pq_cancel_create(connection) else { return nil }
        self.request = request
        if perdure_pq_cancel_start(request) == 0 { state = PGRES_POLLING_FAILED }
    }

    deinit { perdure_pq_cancel_finish(request) }

    var pollDescriptor: pollfd? {
        let isWaiting = state == PGRES_POLLING_READING || state == PGRES_POLLING_WRITING
        let socket = isWaiting ? perdure_pq_cancel_socket(request) : -1
        guard socket >= 0 else { return nil }
        return pollfd(
            fd: socket, events: Int16(state == PGRES_POLLING_READING ? POLLIN : POLLOUT), revents: 0)
    }

    func advance() {
        guard let descriptor = pollDescriptor else { return }
        var ready = descriptor
        // libpq must only be asked when its socket is ready.
        if poll(&ready, 1, 0) > 0 { state = perdure_pq_cancel_poll(request) }
    }
}
#endif
