// SPDX-License-Identifier: Apache-2.0
// Checks that all that the store has made is there, and valid. Part of ServerStoreChecker.swift.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension ServerCheck {
    /// Compares the mapping and the store's own list with the server's catalogue.
    mutating func definitions(_ mapping: StoreMapping) throws {
        try shapes(mapping)
        try objects()
    }

    /// Compares tables and columns.
    mutating func shapes(_ mapping: StoreMapping) throws {
        let columns = try columns()
        for table in mapping.tables {
            let expected = table.columns.map { column in
                // A mapping says "a number" of the columns that are not the model's.
                (column.name, column.name == mapping.system.entity ? "integer" : column.type.text)
            }
            try compare(table.name, expected, columns)
        }
        for join in mapping.joinTables {
            let names = [join.owner, join.member].flatMap { [$0.key, $0.order].compactMap { $0 } }
            try compare(join.name, names.map { ($0, "bigint") }, columns)
        }
    }

    /// The columns of all tables of the namespace, with their types.
    private func columns() throws -> [String: [String: String]] {
        let found = try session.run(
            ServerRequest(
                "SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod) FROM pg_class c "
                    + "JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid "
                    + "WHERE n.nspname = $1 AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f')",
                [.text(options.namespace)]))
        var columns: [String: [String: String]] = [:]
        for row in 0..<found.rowCount {
            guard case .text(let table)? = try found.value(row, 0),
                case .text(let column)? = try found.value(row, 1),
                case .text(let type)? = try found.value(row, 2)
            else { continue }
            columns[table, default: [:]][column] = type
        }
        return columns
    }

    private mutating func compare(
        _ table: String, _ expected: [(name: String, type: String)], _ found: [String: [String: String]]
    ) throws {
        guard let columns = found[table] else {
            return add(StoreProblem(.error, object: table, "the table is missing"))
        }
        for column in expected {
            guard let type = columns[column.name] else {
                add(StoreProblem(.error, object: table, "the column \(column.name) is missing"))
                continue
            }
            // A collation stands behind the type in definitions, and not in the catalogue.
            let wanted = column.type.components(separatedBy: " COLLATE")[0]
            guard type != wanted else { continue }
            add(
                StoreProblem(
                    .error, object: table, "the column \(column.name) is \(type), the model wants \(wanted)"))
        }
    }

    /// Looks for indexes, constraints, functions, triggers and sequences that the store has made.
    private mutating func objects() throws {
        let found = try session.run(
            ServerRequest(
                """
                SELECT o.kind, o.name, CASE o.kind
                  WHEN 'constraint' THEN (SELECT bool_and(k.convalidated) FROM pg_constraint k \
                WHERE k.connamespace = n.oid AND k.conname = o.name)
                  WHEN 'function' THEN (SELECT true FROM pg_proc p WHERE p.pronamespace = n.oid AND p.proname = o.name LIMIT 1)
                  WHEN 'trigger' THEN (SELECT bool_and(t.tgenabled <> 'D') FROM pg_trigger t \
                JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = n.oid AND t.tgname = o.name)
                  WHEN 'column' THEN (SELECT true FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid \
                WHERE c.relnamespace = n.oid AND NOT a.attisdropped AND c.relname || '.' || a.attname = o.name)
                  WHEN 'index' THEN (SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid \
                WHERE c.relnamespace = n.oid AND c.relname = o.name)
                  ELSE (SELECT true FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname = o.name) END
                FROM \(place.table("perdure_objects")) o, pg_namespace n WHERE n.nspname = $1 AND o.kind = ANY($2) ORDER BY o.kind, o.name
                """,
                [
                    .text(options.namespace),
                    // The list has numbers of former entities too.
                    .array(.text, ServerDefinition.Kind.allCases.map { .text($0.rawValue) }),
                ]))
        for row in 0..<found.rowCount {
            guard case .text(let kind)? = try found.value(row, 0),
                case .text(let name)? = try found.value(row, 1)
            else { continue }
            switch try found.value(row, 2) {
            case .bool(true)?: continue
            case .bool?: add(StoreProblem(.error, object: name, "the \(kind) is not valid or not enabled"))
            // Rows are right without an index, and nothing else enforces what the others do.
            default:
                add(
                    StoreProblem(
                        kind == "index" ? .warning : .error, object: name, "the \(kind) is missing"))
            }
        }
    }
}
#endif
