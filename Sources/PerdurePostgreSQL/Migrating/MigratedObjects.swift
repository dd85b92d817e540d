// SPDX-License-Identifier: Apache-2.0
// Indexes, foreign keys, triggers and their functions in a migration. What belongs to tables that only get columns stays; the rest
// goes before the first change and is made anew after the last: actions of foreign keys and triggers would change rows in between.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL

/// The objects beside tables.
struct MigratedObjects {
    let session: any MigrationSession
    let namespace: String
    let old: [ServerDefinition]
    let new: [ServerDefinition]
    /// The tables that only get columns.
    let untouched: Set<String>
    /// Whether triggers may stay: none may run while derived values are computed.
    let keepsTriggers: Bool
    /// The indexes that an earlier migration has not made yet.
    let pending: Set<String>
    /// Tables with more rows get indexes and checks of keys later (PendingDefinitions.swift).
    let mostRows: Int

    /// Something that the store has made.
    fileprivate struct Object: Hashable {
        let kind: String
        let name: String
        /// The table of a constraint or a trigger.
        let table: String?

        /// A check that waits stays with its constraint.
        var id: Name { Name(kind: kind == PendingDefinitions.constraint ? "constraint" : kind, name: name) }
    }

    /// A trigger and its function have one name.
    fileprivate struct Name: Hashable {
        let kind: String
        let name: String

        init(kind: String, name: String) { (self.kind, self.name) = (kind, name) }

        init(_ definition: ServerDefinition) {
            self.init(kind: definition.kind.rawValue, name: definition.name)
        }
    }

    private var place: String { ServerName.quoted(namespace) }

    /// Removes what does not stay.
    func drop() throws {
        let kept = Set(kept.map(Name.init))
        // Keys need indexes, and triggers need functions.
        let objects = try listed().filter { !kept.contains($0.id) && isOurs($0) }.sorted { $0.rank < $1.rank }
        let tables = old.filter { $0.kind == .table && !kept.contains(Name($0)) }.map {
            ServerRequest("DROP TABLE IF EXISTS \(place).\(ServerName.quoted($0.name))", isPrepared: false)
        }
        try session.run(objects.flatMap(removal) + tables)
    }

    /// Whether the old version may have made an object; functions that fold texts stay with every version.
    private func isOurs(_ object: Object) -> Bool {
        !["function", "column"].contains(object.kind) || old.contains { Name($0) == object.id }
    }

    /// Makes objects of the new tables.
    ///
    /// - Parameter kinds: Which kinds of them.
    /// - Throws: The server's error, for a row that an index or a key forbids.
    func make(_ kinds: Set<ServerDefinition.Kind>) throws {
        let kept = Set(kept)
        let made = new.filter { kinds.contains($0.kind) && !kept.contains($0) }
        let large = try largeTables(of: made)
        for definition in made {
            guard definition.mayWait, !definition.tables.isDisjoint(with: large), try !hasParts(definition)
            else {
                try session.run(
                    [ServerRequest(definition.sql, isPrepared: false)]
                        + (definition.kind == .table
                            ? [] : [noting(definition.kind.rawValue, definition.name)]))
                continue
            }
            try session.run(leaving(definition))
        }
    }

    /// What is done now of a definition whose table is large: new rows are checked at once, and nothing is read.
    private func leaving(_ definition: ServerDefinition) -> [ServerRequest] {
        guard definition.kind == .constraint else {
            return [noting(PendingDefinitions.index, definition.name)]
        }
        return [
            ServerRequest(definition.sql + " NOT VALID", isPrepared: false),
            noting(definition.kind.rawValue, definition.name),
            noting(PendingDefinitions.constraint, definition.name),
        ]
    }

    /// The tables of some definitions that have too many rows to be read while others wait.
    private func largeTables(of definitions: [ServerDefinition]) throws -> Set<String> {
        guard mostRows < .max else { return [] }
        let tables = definitions.filter(\.mayWait).reduce(into: Set<String>()) { $0.formUnion($1.tables) }
        return try tables.filter { table in
            // Tables in parts have neither indexes that are built beside others nor checks that wait.
            let name = "\(place).\(ServerName.quoted(table))"
            let found = try session.run(
                ServerRequest(
                    "SELECT CASE WHEN (SELECT relkind = 'p' FROM pg_class WHERE oid = $2::regclass) THEN 0 "
                        + "ELSE (SELECT count(*) FROM (SELECT FROM \(name) LIMIT $1) r) END",
                    [.int8(Int64(mostRows) + 1), .text(name)], isPrepared: false))
            return (try found.value(0, 0)?.integer ?? 0) > Int64(mostRows)
        }
    }

    /// Whether a constraint belongs to a table with parts, on which the server makes none that waits.
    private func hasParts(_ definition: ServerDefinition) throws -> Bool {
        guard let table = definition.changedTable else { return false }
        let found = try session.run(
            ServerRequest(
                "SELECT relkind = 'p' FROM pg_class WHERE oid = to_regclass($1)", [.text(table)],
                isPrepared: false))
        return try found.rowCount > 0 && found.value(0, 0) == .bool(true)
    }

    private func noting(_ kind: String, _ name: String) -> ServerRequest {
        ServerRequest(
            "INSERT INTO \(place).perdure_objects (kind, name) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [.text(kind), .text(name)], isPrepared: false)
    }

    /// The definitions that are equal in both versions, of tables that stay as they are.
    private var kept: [ServerDefinition] {
        let before = Set(old)
        return new.filter {
            before.contains($0) && $0.tables.isSubset(of: untouched) && ($0.kind != .trigger || keepsTriggers)
                && ($0.kind != .index || !pending.contains($0.name))
        }
    }

    private func listed() throws -> [Object] {
        if let paper = session.paper {
            return paper.definitions.filter { $0.kind != .table }.map { definition in
                Object(
                    kind: definition.kind.rawValue, name: definition.name,
                    table: definition.changedTable
                        ?? definition.tables.first.map {
                            "\(place).\(ServerName.quoted($0))"
                        })
            }
        }
        let result = try session.run(
            ServerRequest(
                "SELECT o.kind, o.name, coalesce(c.conrelid, t.tgrelid)::regclass::text "
                    + "FROM \(place).perdure_objects o "
                    + "LEFT JOIN pg_constraint c ON o.kind = 'constraint' AND c.conname = o.name "
                    // Those of parts go with that of their table.
                    + "AND c.connamespace = $1::regnamespace AND c.conparentid = 0 "
                    + "LEFT JOIN (pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid AND r.relnamespace = $1::regnamespace) "
                    + "ON o.kind = 'trigger' AND t.tgname = o.name AND t.tgparentid = 0 "
                    + "WHERE o.kind IN ('constraint', 'trigger', 'index', 'function', 'column', '\(PendingDefinitions.index)', "
                    + "'\(PendingDefinitions.constraint)')", [.text(place)],
                isPrepared: false)
        )
        return try (0..<result.rowCount).compactMap { row in
            guard case .text(let kind)? = try result.value(row, 0),
                case .text(let name)? = try result.value(row, 1)
            else { return nil }
            var table: String?
            if case .text(let found)? = try result.value(row, 2) { table = found }
            return Object(kind: kind, name: name, table: table)
        }
    }

    /// The statement for a column that no model has; its name is listed behind that of its table.
    private func columnRemoval(_ name: String) -> String? {
        guard let table = old.first(where: { $0.kind == .column && $0.name == name })?.tables.first else {
            return nil
        }
        let column = String(Substring(name.utf8.dropFirst(table.utf8.count + 1)))
        return
            "ALTER TABLE \(place).\(ServerName.quoted(table)) DROP COLUMN IF EXISTS \(ServerName.quoted(column))"
    }

    private func removal(_ object: Object) -> [ServerRequest] {
        let name = ServerName.quoted(object.name)
        let drop: String? =
            switch object.kind {
            case "index", PendingDefinitions.index: "DROP INDEX IF EXISTS \(place).\(name)"
            // It goes with the constraint itself.
            case PendingDefinitions.constraint: nil
            case "constraint": object.table.map { "ALTER TABLE \($0) DROP CONSTRAINT IF EXISTS \(name)" }
            case "column": columnRemoval(object.name)
            case "function": "DROP FUNCTION IF EXISTS \(place).\(name)"
            default: object.table.map { "DROP TRIGGER IF EXISTS \(name) ON \($0)" }
            }
        let forget = ServerRequest(
            "DELETE FROM \(place).perdure_objects WHERE kind = $1 AND name = $2",
            [.text(object.kind), .text(object.name)], isPrepared: false)
        return (drop.map { [ServerRequest($0, isPrepared: false)] } ?? []) + [forget]
    }
}

extension ServerDefinition {
    /// The table that a constraint belongs to, as its definition names it.
    fileprivate var changedTable: String? {
        guard kind == .constraint else { return nil }
        return sql.components(separatedBy: " ADD CONSTRAINT ").first.map {
            String($0.dropFirst("ALTER TABLE ".count))
        }
    }
}

extension MigratedObjects.Object {
    /// What goes first has the lowest rank.
    fileprivate var rank: Int { ["index": 1, "function": 2][kind] ?? 0 }
}

extension ServerDefinition {
    /// Whether the store does without it for a while: a constraint's index decides whether rows fit.
    fileprivate var mayWait: Bool { kind == .constraint || isPlainIndex }
}
#endif
