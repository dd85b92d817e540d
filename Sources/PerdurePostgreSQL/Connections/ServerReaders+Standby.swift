// SPDX-License-Identifier: Apache-2.0
// Servers that take no writes (PG-100): a standby, or a former primary. A store that writes leaves them.

#if PostgreSQL
import PerdurePostgreSQLClient

extension PostgreSQLError {
    /// Whether the server takes no writes.
    var isOfStandby: Bool {
        if case .server(let report, _, _) = self { report.state == "25006" } else { false }
    }
}

extension ServerReaders {
    /// Closes connections to a server that takes no writes: the next try looks for one that does.
    func leaveStandby(after error: PostgreSQLError?, _ session: ServerSession) {
        guard error?.isOfStandby == true else { return }
        session.connection.close()
        pool.closeIdle()
    }
}
#endif
