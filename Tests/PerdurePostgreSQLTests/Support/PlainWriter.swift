// SPDX-License-Identifier: Apache-2.0
// Another program at the tables of a store: plain SQL on a connection of its own.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// A connection with a search path.
final class PlainWriter {
    private let connection: ServerConnection

    init(_ namespace: String) throws {
        connection = try ConnectionMaker(TestStores.client()).connect(until: Deadline(after: 20))
        try run("SET search_path = \(namespace)")
    }

    deinit { connection.close() }

    @discardableResult
    func run(_ text: String) throws -> ServerResult {
        try connection.run(ServerRequest(text, isPrepared: false), until: Deadline(after: 20))
    }

    /// The first value of the first row.
    func value(_ text: String) throws -> ServerValue? { try run(text).value(0, 0) }

    /// How many other connections wait for a lock of this one.
    func waiters() throws -> Int64 {
        let count = try value(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        guard case .int8(let number)? = count else { return -1 }
        return number
    }

    /// Waits until another connection waits for a lock of this one, 20 seconds at most.
    func isWaitedFor() throws -> Bool {
        let end = Date(timeIntervalSinceNow: 20)
        while try waiters() == 0 { guard Date() < end else { return false } }
        return true
    }

    /// The texts of the first column; "-" stands for what is no text.
    func texts(_ query: String) throws -> [String] {
        let result = try run(query)
        return try (0..<result.rowCount).map { row in
            if case .text(let text)? = try result.value(row, 0) { return text }
            return "-"
        }
    }
}
#endif
