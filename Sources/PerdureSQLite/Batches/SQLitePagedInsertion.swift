// SPDX-License-Identifier: Apache-2.0
// Inserts rows in pages: one transaction, with a savepoint around each page. Memory holds one page; its history rows are
// written with it.

import PerdureSQL
import PerdureStore

extension SQLiteEngine {
    package func beginInsertion(by author: CommitAuthor) throws -> any PagedInsertion {
        try SQLitePagedInsertion(self, by: author)
    }
}

extension SQLiteEngine: SerialReads {
    package var readsWaitForWrites: Bool { !pool.hasReaders }
}

/// An open transaction that takes pages of new rows.
final class SQLitePagedInsertion: PagedInsertion {
    /// nil after the end of the transaction, or after its handover to the prepared commit.
    private var engine: SQLiteEngine?
    private let connection: SQLiteConnection
    /// The transaction's participants, for all pages.
    private let work: SQLiteCommit
    /// The first new row, which shows the commit.
    private var first: RowInsertion?

    init(_ engine: SQLiteEngine, by author: CommitAuthor) throws {
        connection = try engine.borrowWriter()
        work = SQLiteCommit(engine.features, connection: connection, by: author)
        do { try connection.beginWriting() } catch {
            engine.pool.returnWriter()
            throw error
        }
        self.engine = engine
    }

    deinit { rollback() }

    func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        let engine = try current()
        let root = try engine.mapping.entity(engine.schema[entity].root)
        let first = try KeyReservation(connection: connection, isWAL: engine.isWAL).advance(
            count, root: root.fileNumber, table: engine.mapping.tables[root.table].name)
        return ReservedKeys(from: first, count: count)
    }

    func write(_ page: ChangeSet) throws -> CommitResult {
        let engine = try current()
        work.beginPart()
        try connection.execute("SAVEPOINT page")
        switch try engine.engine.write(page, on: connection, support: work) {
        case .refused(let conflicts):
            try connection.execute("ROLLBACK TO page")
            try connection.execute("RELEASE page")
            work.didUndoPart()
            return .conflicts(try engine.engine.describe(conflicts, on: connection))
        case .written(let rows):
            try work.didWrite(.changes(page))
            try connection.execute("RELEASE page")
            first = first ?? page.insertions.first
            return .committed(rows: rows)
        }
    }

    func prepared() throws -> any PreparedCommit {
        let engine = try current()
        var trace = ChangeSet()
        trace.insertions = first.map { [$0] } ?? []
        try work.willCommit(&trace)
        let transaction = try engine.transaction(of: work, on: connection, traced: trace)
        self.engine = nil
        return transaction
    }

    func rollback() {
        guard let engine else { return }
        self.engine = nil
        connection.rollback()
        work.rolledBack()
        engine.pool.returnWriter()
    }

    private func current() throws -> SQLiteEngine {
        guard let engine else { throw StoreError.closed }
        return engine
    }
}
