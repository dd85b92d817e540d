// SPDX-License-Identifier: Apache-2.0
// What a migration by a mapping model asks of a store that is closed: the numbers that it has given out, and whether anybody has
// written to it.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension ClosedServerStore {
    /// The tables and columns, by the names that the store has written down.
    func mapping(_ schema: Schema, _ session: ServerSession) throws -> StoreMapping {
        let names = try StoredServerNames(session, place)
        let listed = try session.run(
            ServerRequest("SELECT name FROM \(place).perdure_entities", isPrepared: false))
        let known = Set(
            try listed.column(0).compactMap { if case .text(let name)? = $0 { name } else { nil } })
        let entities = schema.entities.filter { known.contains($0.name) }.map(\.number)
        return try StoreMapping(
            schema: schema, entities: Set(entities),
            naming: PostgreSQLNaming(schema, numbers: try names.numbers(of: entities, in: schema)),
            stored: names)
    }

    /// The last numbers that the store has given to objects and transactions.
    package func givenNumbers() throws -> GivenNumbers {
        try withSession("read the store's numbers", .reading) { session in
            let found = try session.run(
                ServerRequest(
                    "SELECT e.name, coalesce(pg_sequence_last_value(s.seqrelid) + s.seqincrement - 1, 0) "
                        + "FROM \(place).perdure_entities e JOIN pg_sequence s ON s.seqrelid = "
                        + "pg_get_serial_sequence($1 || '.' || quote_ident(e.table_name), $2)::regclass "
                        + "WHERE e.parent IS NULL", [.text(place), .text(PostgreSQLNaming([:]).system.key)]))
            var given = GivenNumbers()
            for row in 0..<found.rowCount {
                guard case .text(let name)? = try found.value(row, 0) else { continue }
                given.objects[name] = try found.value(row, 1)?.integer
            }
            let history = try session.run(ServerRequest("SELECT history FROM \(place).perdure_store"))
            given.transaction = try history.value(0, 0)?.integer ?? 0
            let tables = HistoryTables(place: place)
            given.hasHistory =
                try session.run(tables.exist).value(0, 0) == .bool(true)
                && session.run(tables.haveTransactions).value(0, 0) == .bool(true)
            return given
        }
    }

    /// Lets a history begin after that of another store, whose tokens are expired here.
    ///
    /// One number is left out, so that every token of the other history is before the first transaction that is kept.
    package func beginHistory(after transaction: Int64) throws {
        _ = try withSession("begin the history", .writing) { session in
            try session.run(
                ServerRequest(
                    "UPDATE \(place).perdure_store SET history = $1, history_deleted = $1",
                    [.int8(transaction + 1)]))
        }
    }

    /// What the store has now, in short: any committed change of a row by any program changes it.
    ///
    /// Costs a scan of all tables, which does not read the columns.
    package func fingerprint() throws -> [String: String] {
        try withSession("look for commits", .reading) { session in
            let listed = try session.run(
                ServerRequest(
                    "SELECT table_name FROM \(place).perdure_entities UNION SELECT table_name FROM \(place).perdure_columns "
                        + "WHERE table_name <> '' UNION SELECT 'perdure_store'"))
            var all: [String: String] = [:]
            for case .text(let table)? in try listed.column(0) where all[table] == nil {
                session.deadline = Deadline(after: options.client.timeout)
                let name = "\(place).\(ServerName.quoted(table))"
                let found = try session.run(
                    ServerRequest(
                        "SELECT count(*) || ' ' || coalesce(sum(hashtextextended(xmin::text || ' ' || ctid::text, 0)), 0) "
                            + "FROM \(name)", isPrepared: false))
                if case .text(let text)? = try found.value(0, 0) { all[table] = text }
            }
            return all
        }
    }
}
#endif
