// SPDX-License-Identifier: Apache-2.0
// libpq's connection as an object that frees it. ServerConnection.swift works with it.

#if PostgreSQL
@preconcurrency import CPostgreSQL

/// A connection of libpq.
final class ConnectionHandle: @unchecked Sendable {
    // Sendable because one thread at a time has it: the helper that connects, then the borrower.

    /// libpq's pointer; valid until `close`.
    private(set) var pointer: OpaquePointer?

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { close() }

    /// Closes the socket at once; the server may or may not notice.
    ///
    /// A second call does nothing.
    func close() {
        guard let pointer else { return }
        self.pointer = nil
        PQfinish(pointer)
    }
}
#endif
