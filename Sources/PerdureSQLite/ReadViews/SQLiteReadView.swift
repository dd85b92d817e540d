// SPDX-License-Identifier: Apache-2.0
// A state of a store that stays readable (snapshot isolation): a connection with an open read transaction.
// OpenReadViews.swift begins read views.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// A store in WAL mode in the state at the beginning of a read transaction.
///
/// Reads are serial, because each read view has one connection.
final class SQLiteReadView: StoreReader, @unchecked Sendable {
    // Sendable because the connection is lent by a pool, and handed back once, under the lock.
    private let engine: SQLEngine
    private let pool: ConnectionPool
    private let number: Int
    private let open: OpenReadViews
    private let lock = NSLock()
    private var connection: SQLiteConnection?

    /// Takes a connection with an open read transaction.
    init(_ number: Int, _ connection: SQLiteConnection, of engine: SQLEngine, in open: OpenReadViews) {
        self.number = number
        self.connection = connection
        self.open = open
        let pool = ConnectionPool(
            path: connection.path, writer: ReadViewConnection(connection), readers: 0,
            timeout: connection.lockWait.timeout, openReader: { throw StoreError.closed })
        self.engine = SQLEngine(engine, readers: pool)
        self.pool = pool
    }

    deinit { close() }

    var schema: Schema { engine.schema }

    func fetch(_ plan: FetchPlan) throws -> FetchOutcome { try reading { try $0.fetch(plan) } }

    func rows(for keys: [ObjectKey]) throws -> [Row] { try reading { try $0.rows(for: keys) } }

    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try reading { try $0.members(of: slot, for: owner) }
    }

    func members(of owners: MemberOwners) throws -> MemberRows {
        try reading { try $0.members(of: owners) }
    }

    /// Reads, unless a migration of the store has ended the read view.
    private func reading<T>(_ body: (SQLEngine) throws -> T) throws -> T {
        try open.watch.requireUnmigrated()
        return try body(engine)
    }

    /// Waits for running reads, and ends the transaction; a second call does nothing.
    func close() {
        pool.close()
        lock.lock()
        let connection = self.connection
        self.connection = nil
        lock.unlock()
        guard let connection else { return }
        connection.rollback()
        open.ended(number, connection)
    }
}

/// A connection that works only within its transaction.
///
/// Some errors, such as a failing disk, end a transaction. A later read would see the newest state instead.
final class ReadViewConnection: SQLConnection {
    private let base: SQLiteConnection

    init(_ base: SQLiteConnection) { self.base = base }

    func statement(_ text: String) throws -> any PreparedStatement {
        try requireTransaction()
        return try base.statement(text)
    }

    func execute(_ text: String) throws {
        try requireTransaction()
        try base.execute(text)
    }

    func beginWriting() throws { throw StoreError.readOnly(path: base.path) }
    func beginReading() throws { try requireTransaction() }
    func commit() throws { try requireTransaction() }
    func rollback() {}
    func limitRun(_ seconds: TimeInterval?) { base.limitRun(seconds) }
    func endRuns(by cancellation: Cancellation?) { base.endRuns(by: cancellation) }

    private func requireTransaction() throws {
        guard !base.isInTransaction else { return }
        throw StoreError.database(
            code: SQLITE_ABORT, extendedCode: SQLITE_ABORT,
            message: "this state of the store was lost when reading failed: read the newest one",
            statement: nil)
    }
}
