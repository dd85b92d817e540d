// SPDX-License-Identifier: Apache-2.0
// The server's process behind a connection. Commits without an answer are settled after it has ended: CommitSettlement.swift,
// AttachedSettlement.swift.

#if PostgreSQL
import PerdurePostgreSQLClient

/// A process of the server, told from later ones with the same number by its beginning.
struct ServerProcess: Sendable {
    let number: Int32
    let start: Int64

    /// Ends the process, unless it waits for a standby: that would show what is not replicated.
    ///
    /// - Parameters:
    ///   - pool: Connections to the server.
    ///   - deadline: When it is given up.
    /// - Returns: Whether the process was gone already.
    /// - Throws: `PostgreSQLError`.
    func end(_ pool: ServerConnectionPool, until deadline: Deadline) throws -> Bool {
        let text =
            "SELECT CASE WHEN wait_event IS DISTINCT FROM 'SyncRep' THEN pg_terminate_backend(pid) END "
            + "FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2"
        return try pool.withConnection(until: deadline) {
            try $0.run(ServerRequest(text, [.int4(number), .timestamptz(start)]), until: deadline).rowCount
                == 0
        }
    }
}
#endif
