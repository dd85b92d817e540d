// SPDX-License-Identifier: Apache-2.0
// What is made beside others' writes (PG-135): indexes of large tables that a migration has left, the check of old rows against
// foreign keys, indexes that the model has got since (SD-89), and the end of those that are made no more. perdure_objects lists what
// is pending and what is there; every opening for writing goes on with it.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Makes what is pending.
struct PendingDefinitions {
    let options: PostgreSQLOptions
    let mapping: StoreMapping

    /// The kinds of rows in perdure_objects.
    static let index = "pending index"
    static let constraint = "pending constraint"
    /// What the list calls an index, and an item that ends one.
    private static let made = "index"
    private static let retired = "retired index"

    private var place: String { ServerName.quoted(options.namespace) }

    /// A row of the list.
    private struct Item {
        let kind: String
        let name: String
    }

    /// Makes all that is pending or missing; costs a round trip where nothing is.
    ///
    /// What fails stays in the list, and standard error tells it: the store can do without it.
    ///
    /// - Throws: The error of the question for what is pending.
    func run(_ session: ServerSession) throws {
        let indexes = definitions.indexesAndRetired()
        guard try !items(session.run(Self.list(place)), indexes).isEmpty else { return }
        do {
            let connection = try ConnectionMaker(options.client).connect(until: session.deadline)
            defer { connection.close() }
            if let header = try StoreHeader(session, options) {
                try StoreChannel.tellOfMigration(header, session, options.namespace)
            }
            try make(indexes, PendingWork(connection))
        } catch let error as PostgreSQLError { tell("", error) }
        // The opening goes on, however long that took.
        session.deadline = Deadline(after: options.client.timeout)
    }

    /// The names of indexes that are pending; a store on paper has none.
    static func names(_ session: any MigrationSession, _ namespace: String) throws -> Set<String> {
        guard session.paper == nil else { return [] }
        let found = try session.run(list(ServerName.quoted(namespace)))
        return Set(
            try (0..<found.rowCount).compactMap { row in
                guard try found.value(row, 0) == .text(index), case .text(let name)? = try found.value(row, 1)
                else { return nil }
                return name
            })
    }

    private static func list(_ place: String) -> ServerRequest {
        ServerRequest(
            "SELECT kind, name FROM \(place).perdure_objects WHERE kind IN ('\(index)', '\(constraint)', 'index') "
                + "ORDER BY 1 DESC, 2", isPrepared: false)
    }

    private typealias Indexes = (definitions: [ServerDefinition], retired: Set<String>)

    /// What is listed as pending, the indexes that are not listed at all, and those that are made no more.
    private func items(_ found: ServerResult, _ indexes: Indexes) throws -> [Item] {
        let listed = try (0..<found.rowCount).compactMap { row -> Item? in
            guard case .text(let kind)? = try found.value(row, 0),
                case .text(let name)? = try found.value(row, 1)
            else { return nil }
            return Item(kind: kind, name: name)
        }
        let known = Set(listed.map(\.name))
        let missing = indexes.definitions.filter { $0.isPlainIndex && !known.contains($0.name) }
        let made = listed.filter { $0.kind == Self.made }
        return listed.filter { $0.kind != Self.made }
            + missing.map(\.name).sorted().map { Item(kind: Self.index, name: $0) }
            + made.filter { indexes.retired.contains($0.name) }.map {
                Item(kind: Self.retired, name: $0.name)
            }
    }

    private var definitions: TableDefinitions {
        TableDefinitions(mapping: mapping, namespace: options.namespace, options: options)
    }

    // MARK: Making

    /// A connection without limits but that of locks: building an index takes as long as it takes.
    private struct PendingWork {
        let connection: ServerConnection

        init(_ connection: ServerConnection) { self.connection = connection }

        @discardableResult
        func run(_ text: String, _ values: [ServerValue] = []) throws -> ServerResult {
            // A statement of its own: an index that is built beside others stands in no transaction.
            try connection.run(
                ServerRequest(text, values, isPrepared: false), until: Deadline(after: 10_000_000))
        }
    }

    private func make(_ indexes: Indexes, _ work: PendingWork) throws {
        // Who comes second leaves it to the first, and the lock goes with the connection.
        let lock = try work.run(
            "SELECT pg_try_advisory_lock(hashtextextended($1, 0))",
            [.text("perdure:pending:\(options.namespace)")])
        guard try lock.value(0, 0) == .bool(true) else { return }
        try work.run("SET statement_timeout = 0")
        try work.run("SET lock_timeout = \(Int(max(options.client.timeout, 1) * 1_000))")
        if let owner = options.ownerRole {
            try work.run("SELECT set_config('role', $1, false)", [.text(owner)])
        }
        let definitions = Dictionary(
            definitions.all().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for item in try items(work.run(Self.list(place).text), indexes) {
            do { try make(item, definitions[item.name], work) } catch let error as PostgreSQLError {
                guard case .server = error else { throw error }
                tell(" \"\(item.name)\"", error)
            }
        }
    }

    private func make(_ item: Item, _ definition: ServerDefinition?, _ work: PendingWork) throws {
        switch (item.kind, definition) {
        case (Self.index, let definition?):
            try build(definition, work)
            try work.run(
                "INSERT INTO \(place).perdure_objects (kind, name) VALUES ('index', $1) ON CONFLICT DO NOTHING",
                [.text(item.name)])
        case (Self.constraint, let definition?):
            guard let table = definition.tables.first(where: { definition.sql.hasPrefix(alteration(of: $0)) })
            else { break }
            try work.run(alteration(of: table) + " VALIDATE CONSTRAINT \(ServerName.quoted(item.name))")
        case (Self.retired, _):
            try drop(item.name, work)
            try work.run(
                "DELETE FROM \(place).perdure_objects WHERE kind = 'index' AND name = $1", [.text(item.name)])
        // Another version of the program has listed what this one does not know.
        default: break
        }
        try work.run(
            "DELETE FROM \(place).perdure_objects WHERE kind = $1 AND name = $2",
            [.text(item.kind), .text(item.name)])
    }

    private func alteration(of table: String) -> String { "ALTER TABLE \(place).\(ServerName.quoted(table))" }

    /// Builds an index; what an earlier try has left of it is of no use.
    private func build(_ definition: ServerDefinition, _ work: PendingWork) throws {
        let name = "\(place).\(ServerName.quoted(definition.name))"
        let found = try work.run(
            "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)", [.text(name)])
        if found.rowCount > 0 {
            if try found.value(0, 0) == .bool(true) { return }
            try work.run("DROP INDEX CONCURRENTLY IF EXISTS \(name)")
        }
        let start = "CREATE INDEX "
        // A table with parts has no index that is built beside writes.
        let words = try hasParts(definition, work) ? "" : "CONCURRENTLY "
        try work.run(start + words + definition.sql.dropFirst(start.count))
    }

    /// Ends an index; that of a table with parts has no end beside writes.
    private func drop(_ index: String, _ work: PendingWork) throws {
        let name = "\(place).\(ServerName.quoted(index))"
        let found = try work.run(
            "SELECT relkind = 'I' FROM pg_class WHERE oid = to_regclass($1)", [.text(name)])
        guard found.rowCount > 0 else { return }
        let words = try found.value(0, 0) == .bool(true) ? "" : "CONCURRENTLY "
        try work.run("DROP INDEX \(words)IF EXISTS \(name)")
    }

    private func hasParts(_ definition: ServerDefinition, _ work: PendingWork) throws -> Bool {
        let tables = definition.tables.map { ServerValue.text("\(place).\(ServerName.quoted($0))") }
        let found = try work.run(
            "SELECT count(*) FROM unnest($1::text[]) AS t(n) JOIN pg_class c ON c.oid = to_regclass(t.n) WHERE c.relkind = 'p'",
            [.array(.text, tables)])
        return try found.value(0, 0)?.integer != 0
    }

    private func tell(_ what: String, _ error: PostgreSQLError) {
        FileHandle.standardError.write(
            Data(
                ("Perdure: the store \(options.client.description) still lacks a part of its definitions\(what): "
                    + "\(error.description). It works without it, and the next opening tries again.\n").utf8))
    }
}
#endif
