// SPDX-License-Identifier: Apache-2.0
// The tables of a history (PG-123), and the statements on them. HistoryOpening.swift makes them; HistoryRecorder.swift writes them,
// HistoryReader.swift reads them.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// The statements on a history's tables.
struct HistoryTables: Sendable {
    /// The store's namespace, quoted.
    let place: String

    static let names = ["perdure_history", "perdure_changes"]
    /// The time of a transaction, as seconds since 2001.
    static let now = "extract(epoch FROM clock_timestamp())::float8 - 978307200"

    var definitions: [String] {
        [
            "CREATE TABLE \(place).perdure_history (number bigint PRIMARY KEY, engine bigint NOT NULL, "
                + "save bigint NOT NULL, at double precision NOT NULL, author text, context_name text, bundle_id text, "
                + "process_id text, UNIQUE (engine, save))",
            "CREATE INDEX perdure_history_at ON \(place).perdure_history (at)",
            "CREATE TABLE \(place).perdure_changes (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "
                + "engine bigint NOT NULL, save bigint NOT NULL, kind smallint NOT NULL, entity integer NOT NULL, "
                + "id bigint NOT NULL, columns integer[], deltas jsonb, tombstone jsonb)",
            "CREATE INDEX perdure_changes_save ON \(place).perdure_changes (engine, save)",
        ]
    }

    /// Whether the tables are there: a scan, for the reason that StoreHeader.swift gives.
    var exist: ServerRequest {
        ServerRequest(
            "SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace($1) "
                + "AND relname = 'perdure_history')", [.text(place)])
    }

    /// Whether there is a transaction.
    var haveTransactions: ServerRequest {
        ServerRequest("SELECT EXISTS (SELECT FROM \(place).perdure_history)")
    }

    // MARK: Writing

    /// Writes the transaction's row, right before COMMIT.
    ///
    /// The row lock on the newest number lives until COMMIT, so numbers follow the order of commits and have no gaps. The clock is read
    /// under the lock, so times follow this order too.
    func transaction(_ mark: HistoryMark, _ names: [String?]) -> ServerRequest {
        ServerRequest(
            "WITH h AS (UPDATE \(place).perdure_store SET history = history + 1 RETURNING history) "
                + "INSERT INTO \(place).perdure_history (number, engine, save, at, author, bundle_id, context_name, "
                + "process_id) SELECT history, $1, $2, \(Self.now), "
                + "$3, $4, $5, $6 FROM h RETURNING number",
            mark.values + names.map { $0.map { .text($0) } ?? .null(.text) })
    }

    /// Writes changes; an array has one element for each change.
    func changes(_ mark: HistoryMark, _ arrays: [ServerValue]) -> ServerRequest {
        ServerRequest(
            "INSERT INTO \(place).perdure_changes (engine, save, kind, entity, id, columns, deltas) "
                + "SELECT $1, $2, u.kind, u.entity, u.id, u.columns::integer[], u.deltas "
                + "FROM unnest($3::smallint[], $4::integer[], $5::bigint[], $6::text[], $7::jsonb[]) WITH ORDINALITY "
                + "AS u(kind, entity, id, columns, deltas, place) ORDER BY u.place", mark.values + arrays)
    }
}

/// Names one save: it binds the changes to their transaction, which gets its number at the end only.
struct HistoryMark {
    let engine: Int64
    let save: Int64

    var values: [ServerValue] { [.int8(engine), .int8(save)] }
}
#endif
