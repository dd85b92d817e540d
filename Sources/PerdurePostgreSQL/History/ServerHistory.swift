// SPDX-License-Identifier: Apache-2.0
// The history of one store. HistoryRecorder.swift writes it with each commit; HistoryReader.swift reads it.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// A store's history on its server.
final class ServerHistory: StoreHistory, StoreFeature {
    let tables: HistoryTables
    let columns: HistoryColumns
    let mapping: StoreMapping
    let isLocked: Bool
    let engine: Int64
    private let readers: ServerReaders
    private let isReadOnly: Bool
    private let place: String

    init(
        _ found: HistoryOpening.Found, _ mapping: StoreMapping, _ readers: ServerReaders,
        _ options: PostgreSQLOptions, engine: Int64
    ) {
        tables = found.tables
        columns = found.columns
        isLocked = found.isLocked
        self.mapping = mapping
        self.readers = readers
        self.engine = engine
        isReadOnly = options.isReadOnly
        place = options.client.description
    }

    func participant(on session: ServerSession, by author: CommitAuthor) -> any TransactionParticipant {
        HistoryRecorder(self, session, author)
    }

    // MARK: Reading

    func range() throws -> HistoryRange {
        try readers.withSession("reading the history") { session in
            let reader = HistoryReader(history: self)
            return try reader.range(try session.run(reader.rangeRequest))
        }
    }

    func transactions(after point: HistoryPoint, withChanges: Bool) throws -> (
        range: HistoryRange, transactions: [HistoryTransaction]
    ) {
        try readers.withSession("reading the history") { session in
            defer { session.rollback() }
            return try HistoryReader(history: self).read(session, after: point, withChanges: withChanges)
        }
    }

    // MARK: Deleting

    func delete(before point: HistoryPoint) throws -> Int {
        guard !isReadOnly else { throw StoreError.readOnly(path: place) }
        return try readers.withSession("deleting history") { session in
            defer { session.rollback() }
            try session.beginWriting()
            // Transactions get their numbers under this lock: none can be committed between the question and the deletion.
            session.queue(ServerRequest("SELECT FROM \(tables.place).perdure_store FOR UPDATE"))
            let first = try firstKept(point, session)
            let results = try session.run(deletion(before: first))
            try session.commit()
            return results.last?.affectedRows ?? 0
        }
    }

    private func deletion(before first: Int64) -> [ServerRequest] {
        [
            "UPDATE \(tables.place).perdure_store SET history_deleted = greatest(history_deleted, least($1 - 1, history))",
            "DELETE FROM \(tables.place).perdure_changes c USING \(tables.place).perdure_history h "
                + "WHERE h.engine = c.engine AND h.save = c.save AND h.number < $1",
            "DELETE FROM \(tables.place).perdure_history WHERE number < $1",
        ].map { ServerRequest($0, [.int8(first)]) }
    }

    /// The number of the first transaction to keep.
    ///
    /// Transactions are deleted in the order of their numbers, whatever their clocks said.
    private func firstKept(_ point: HistoryPoint, _ session: ServerSession) throws -> Int64 {
        switch point {
        case .beginning: return 1
        // Numbers from a token may be anything; the statement counts one down.
        case .number(let number): return max(number, 1)
        case .time(let time):
            let result = try session.run(
                ServerRequest(
                    "SELECT min(number) FROM \(tables.place).perdure_history WHERE at >= $1", [.float8(time)])
            )
            return try result.value(0, 0)?.integer ?? .max
        }
    }
}

extension PostgreSQLEngine {
    package var history: (any StoreHistory)? { storedHistory }
}

extension PostgreSQLOptions {
    /// The same options; read-only where the store has a history that was not asked for.
    func locked(by history: HistoryOpening.Found?) -> PostgreSQLOptions {
        guard history?.isLocked == true else { return self }
        var options = self
        options.isReadOnly = true
        options.isLockedByHistory = true
        return options
    }
}
#endif
