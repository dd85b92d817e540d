// SPDX-License-Identifier: Apache-2.0
// Cancelling with a libpq before 17: PQcancel waits for ever for a frozen server, so it gets a thread of its own.

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation

/// Asks on a thread; nobody waits for the thread, which may stay as long as a frozen server does.
final class ThreadCanceller: Canceller {
    let pollDescriptor: pollfd? = nil

    /// libpq's request, which one thread uses and frees.
    private struct Request: @unchecked Sendable {
        // Sendable because only the thread has it after the start.
        let pointer: OpaquePointer
    }

    init?(_ connection: OpaquePointer) {
        guard let pointer = PQgetCancel(connection) else { return nil }
        let request = Request(pointer: pointer)
        Thread.detachNewThread {
            var words = [CChar](repeating: 0, count: 256)
            _ = PQcancel(request.pointer, &words, Int32(words.count))
            PQfreeCancel(request.pointer)
        }
    }

    func advance() {}
}
#endif
