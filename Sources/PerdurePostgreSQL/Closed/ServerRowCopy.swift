// SPDX-License-Identifier: Apache-2.0
// Copies the rows of one table between two sessions, in the server's own text of rows, which keeps every value whole.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient

/// The copy of one table's rows, and of the state of its keys.
struct ServerRowCopy {
    let table: String
    let from: ServerSession
    let source: String
    let to: ServerSession
    let destination: String
    /// Each portion has this time.
    let timeout: TimeInterval

    private var name: String { ServerName.quoted(table) }

    /// A column as the destination has it.
    private struct Column {
        let name: String
        let isData: Bool
        let hasSequence: Bool
    }

    func run() throws {
        let columns = try self.columns()
        let values = columns.map { ServerName.quoted($0.name) }.joined(separator: ", ")
        // The destination's order of columns; a migrated source has another one.
        try from.execute(
            "DECLARE perdure_rows NO SCROLL CURSOR FOR SELECT ROW(\(values))::text FROM \(source).\(name)")
        let most = columns.contains(where: \.isData) ? 20 : 1_000
        let insertion =
            "INSERT INTO \(destination).\(name) OVERRIDING SYSTEM VALUE SELECT r.* FROM "
            + "unnest($1::text[]::\(destination).\(name)[]) AS r"
        while true {
            from.deadline = Deadline(after: timeout)
            to.deadline = Deadline(after: timeout)
            let rows = try from.run(ServerRequest("FETCH \(most) FROM perdure_rows", isPrepared: false))
            if rows.rowCount == 0 { break }
            let texts = try rows.column(0).compactMap { $0 }
            try to.run(ServerRequest(insertion, [.array(.text, texts)]))
        }
        try from.execute("CLOSE perdure_rows")
        for column in columns where column.hasSequence { try copySequence(of: column.name) }
    }

    private func columns() throws -> [Column] {
        let result = try to.run(
            ServerRequest(
                "SELECT attname::text, atttypid = 'bytea'::regtype, pg_get_serial_sequence($1, attname) IS NOT NULL FROM pg_attribute "
                    + "WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
                [.text("\(destination).\(name)")]))
        return try (0..<result.rowCount).compactMap { row in
            guard case .text(let name)? = try result.value(row, 0) else { return nil }
            return Column(
                name: name, isData: try result.value(row, 1) == .bool(true),
                hasSequence: try result.value(row, 2) == .bool(true))
        }
    }

    /// Keys go on where the source's would, and in its step: engines give out what lies between two numbers of a sequence.
    private func copySequence(of column: String) throws {
        guard let own = try sequence(of: column, "\(source).\(name)", from),
            let copy = try sequence(of: column, "\(destination).\(name)", to)
        else { return }
        let state = try from.run(
            ServerRequest(
                "SELECT last_value, is_called, (SELECT seqincrement FROM pg_sequence WHERE seqrelid = '"
                    + own.replacingOccurrences(of: "'", with: "''") + "'::regclass) FROM \(own)",
                isPrepared: false))
        guard let last = try state.value(0, 0), let isCalled = try state.value(0, 1),
            let step = try state.value(0, 2)?.integer
        else { return }
        try to.execute("ALTER SEQUENCE \(copy) INCREMENT BY \(step)")
        try to.run(ServerRequest("SELECT setval($1::regclass, $2, $3)", [.text(copy), last, isCalled]))
    }

    private func sequence(of column: String, _ table: String, _ session: ServerSession) throws -> String? {
        let found = try session.run(
            ServerRequest("SELECT pg_get_serial_sequence($1, $2)", [.text(table), .text(column)]))
        if case .text(let name)? = try found.value(0, 0) { return name }
        return nil
    }
}
#endif
