// SPDX-License-Identifier: Apache-2.0
// The history of one SQLite store. HistoryRecorder.swift writes it with each commit; HistoryReader.swift reads it.

import PerdureSQL
import PerdureStore

/// A store's history in its file.
final class SQLiteHistory: StoreHistory, StoreFeature {
    let tables: HistoryTables
    let mapping: StoreMapping
    /// The layouts by the entity's number in the schema - 1; nil for an entity that the store does not hold.
    private let layouts: [HistoryLayout?]
    private let pool: ConnectionPool
    let isLocked: Bool
    private let isReadOnly: Bool
    private let path: String

    init(_ tables: HistoryTables, _ engine: SQLEngine, _ pool: ConnectionPool, options: SQLiteOptions) {
        self.tables = tables
        mapping = engine.mapping
        self.pool = pool
        layouts = HistoryLayout.all(engine.mapping)
        isLocked = options.isLockedByHistory
        isReadOnly = options.isReadOnly
        path = options.path
    }

    func participant(on connection: SQLiteConnection, by author: CommitAuthor) -> any TransactionParticipant {
        HistoryRecorder(self, connection, author)
    }

    /// The layout of an entity; nil when the store does not hold it.
    func layout(_ entity: Int32) -> HistoryLayout? { layouts[Int(entity) - 1] }

    // MARK: Reading

    func range() throws -> HistoryRange { try read { try $0.range() } }

    func transactions(after point: HistoryPoint, withChanges: Bool) throws -> (
        range: HistoryRange, transactions: [HistoryTransaction]
    ) {
        try read { reader in
            (try reader.range(), try reader.transactions(after: point, withChanges: withChanges))
        }
    }

    /// Reads the tables with snapshot isolation.
    private func read<T>(_ body: (HistoryReader) throws -> T) throws -> T {
        try pool.read { connection in
            // The pool of a SQLite engine holds SQLite connections only.
            let connection = connection as! SQLiteConnection
            try connection.beginReading()
            defer { connection.rollback() }
            return try body(HistoryReader(history: self, connection: connection))
        }
    }

    // MARK: Deleting

    func delete(before point: HistoryPoint) throws -> Int {
        guard !isReadOnly else { throw StoreError.readOnly(path: path) }
        try InsertionHandlers.refuse("delete the history of \(path)") { ($0 as? SQLiteEngine)?.path == path }
        return try pool.write { connection in
            // The pool of a SQLite engine holds SQLite connections only.
            let connection = connection as! SQLiteConnection
            try connection.beginWriting()
            do {
                let count = try HistoryDeletion(tables: tables, connection: connection).delete(before: point)
                try connection.commit()
                return count
            } catch {
                connection.rollback()
                throw error
            }
        }
    }
}
