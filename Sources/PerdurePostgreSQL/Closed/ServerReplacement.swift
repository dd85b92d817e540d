// SPDX-License-Identifier: Apache-2.0
// Copies a store into a namespace that has none (PG-12): tables first, then rows as the server writes them, then all that watches
// rows. Both sessions are in a transaction. ServerRowCopy.swift copies the rows of one table.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The work of one copy.
struct ServerReplacement {
    let source: ClosedServerStore
    let destination: ClosedServerStore
    let schema: Schema
    let from: ServerSession
    let to: ServerSession

    func run() throws {
        let mapping = try source.mapping(schema, from)
        var options = destination.options
        options.partitions = try TablePartitions(of: mapping, source.options.namespace, from)
        let definitions =
            TableDefinitions(mapping: mapping, namespace: options.namespace, options: options).all()
            + DerivedDefinitions(mapping, namespace: options.namespace).all()
            + (try StoreAdditions(from, ServerPlace(source.options.namespace)))
            .definitions(mapping, options.namespace)
        let hasHistory =
            try from.run(HistoryTables(place: source.place).exist).value(0, 0) == .bool(true)
        try define(definitions.filter { $0.kind == .table }, hasHistory)
        let tables =
            mapping.tables.map(\.name) + mapping.joinTables.map(\.name)
            + Self.bookkeeping + (try formerNames()) + (hasHistory ? HistoryTables.names : [])
        for table in tables {
            try ServerRowCopy(
                table: table, from: from, source: source.place, to: to, destination: destination.place,
                timeout: destination.options.client.timeout
            ).run()
        }
        try copyActivity()
        let functions = StoreFunctions.definitions(options.namespace)
        let rest = functions + definitions.filter { $0.kind != .table }
        try to.run(rest.map { ServerRequest($0.sql, isPrepared: false) })
        try to.run(
            StoredNameRows(mapping: mapping, place: destination.place).objects(rest)
                + (hasHistory ? HistoryTables.names : []).map(objectRow))
    }

    /// What is copied row by row; objects are listed anew, and computed rows end with their transaction.
    private static let bookkeeping = [
        "perdure_entities", "perdure_columns", "perdure_model", "perdure_saves", "perdure_store",
    ]

    /// The table of former URIs, made at the destination; stores from before it was known have none.
    private func formerNames() throws -> [String] {
        guard try FormerNames(source.options.namespace).isThere(from) else { return [] }
        try to.run(FormerNames(destination.options.namespace).definition)
        return [FormerNames.table]
    }

    private func define(_ tables: [ServerDefinition], _ hasHistory: Bool) throws {
        let place = destination.place
        let namespace = try to.run(
            ServerRequest(
                "SELECT count(*) FROM pg_namespace WHERE nspname = $1",
                [.text(destination.options.namespace)]))
        // Asked first: making a namespace takes a right that using an existing one does not.
        if try namespace.value(0, 0)?.integer == 0 { try to.execute("CREATE SCHEMA \(place)") }
        let texts =
            Bookkeeping.definitions(destination.options.namespace) + tables.map(\.sql)
            + (hasHistory ? HistoryTables(place: place).definitions : [])
        try to.run(texts.map { ServerRequest($0, isPrepared: false) })
    }

    private func copyActivity() throws {
        let found = try from.run(
            ServerRequest("SELECT last_value, is_called FROM \(source.place).perdure_activity"))
        guard let last = try found.value(0, 0), let isCalled = try found.value(0, 1) else { return }
        try to.run(
            ServerRequest(
                "SELECT setval($1::regclass, $2, $3)",
                [.text("\(destination.place).perdure_activity"), last, isCalled]))
    }

    private func objectRow(_ table: String) -> ServerRequest {
        ServerRequest(
            "INSERT INTO \(destination.place).perdure_objects (kind, name) VALUES ('table', $1) "
                + "ON CONFLICT DO NOTHING", [.text(table)])
    }
}
#endif
