// SPDX-License-Identifier: Apache-2.0
// Finds or makes the tables of a history when a store is opened (PG-123, PG-125).

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Opens the history of a store.
struct HistoryOpening {
    let options: PostgreSQLOptions
    let mapping: StoreMapping

    /// What an opening finds.
    struct Found {
        let tables: HistoryTables
        let columns: HistoryColumns
        /// Whether the history was not asked for: it would lack this engine's commits, so the store is read-only.
        let isLocked: Bool
    }

    private var tables: HistoryTables { HistoryTables(place: ServerName.quoted(options.namespace)) }

    /// Opens the history; nil for a store that keeps none.
    func run(_ session: ServerSession) throws -> Found? {
        guard options.creation != .attach else { return nil }
        let isThere = try session.run(tables.exist).value(0, 0) == .bool(true)
        guard options.tracksHistory else { return isThere ? try locked(session) : nil }
        if !isThere {
            guard !options.isReadOnly else { return nil }
            try make(session)
        }
        return Found(tables: tables, columns: try columns(session), isLocked: false)
    }

    // MARK: A history that was not asked for

    private func locked(_ session: ServerSession) throws -> Found? {
        guard !options.isReadOnly, try session.run(tables.haveTransactions).value(0, 0) == .bool(true) else {
            return nil
        }
        FileHandle.standardError.write(Data((advice + "\n").utf8))
        let columns = try HistoryColumns(session, tables.place, mapping)
        return Found(tables: tables, columns: columns, isLocked: true)
    }

    private var advice: String {
        "Perdure: the store \(options.client.description) has a persistent history, and was opened read-only because "
            + "NSPersistentHistoryTrackingKey is not set. Set it; or, to do without a history from now on, set it "
            + "once and delete the history before the distant future."
    }

    // MARK: A new history

    private func make(_ session: ServerSession) throws {
        guard options.creation == .create else {
            throw StoreError.notAStore(
                path: options.client.description,
                reason:
                    "the namespace \"\(options.namespace)\" has no table perdure_history, and nothing may be made; "
                    + "make it, or open the store without NSPersistentHistoryTrackingKey")
        }
        try changing(session) {
            // Another process may have made it before this one got the lock.
            guard try session.run(tables.exist).value(0, 0) != .bool(true) else { return }
            let names = HistoryTables.names.map {
                ServerRequest(
                    "INSERT INTO \(tables.place).perdure_objects (kind, name) VALUES ('table', $1) ON CONFLICT DO NOTHING",
                    [.text($0)])
            }
            let role = try DefiningRole(options, session)
            try session.run(tables.definitions.map { ServerRequest($0, isPrepared: false) } + names)
            try role.giveBack(session)
        }
    }

    private func columns(_ session: ServerSession) throws -> HistoryColumns {
        let columns = try HistoryColumns(session, tables.place, mapping)
        guard !options.isReadOnly, !columns.missing(tables.place).isEmpty else { return columns }
        try changing(session) {
            let missing = try HistoryColumns(session, tables.place, mapping).missing(tables.place)
            if !missing.isEmpty { try session.run(missing) }
        }
        return try HistoryColumns(session, tables.place, mapping)
    }

    /// Changes definitions in a transaction, and no other process does at the same time.
    private func changing(_ session: ServerSession, _ body: () throws -> Void) throws {
        try session.beginWriting()
        do {
            try session.run(
                ServerRequest(
                    "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
                    [.text("perdure:\(options.namespace)")]))
            try body()
            try session.commit()
        } catch {
            session.rollback()
            throw error
        }
    }
}
#endif
