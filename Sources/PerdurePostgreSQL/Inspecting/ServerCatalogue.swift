// SPDX-License-Identifier: Apache-2.0
// The tables of a namespace as the server's catalogue describes them, whoever made them. The command makes a model of it.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// A description of a namespace.
package struct ServerCatalogue: Sendable {
    /// A table or a view.
    package struct Table: Sendable {
        package let name: String
        package let isView: Bool
        package internal(set) var columns: [Column] = []
        package internal(set) var keys: [Key] = []

        /// The columns of the primary key, in its order.
        package var primaryKey: [String] { keys.first { $0.kind == .primary }?.columns ?? [] }
    }

    package struct Column: Sendable {
        package let name: String
        /// The server's spelling, of the base type where the column has a domain.
        package let type: String
        package let isRequired: Bool
        /// Whether the server fills the column by itself: identities, sequences, generated columns.
        package let isGenerated: Bool
        package let isEnumeration: Bool
        /// Whether the server has a value for rows that give none.
        package let hasDefault: Bool
    }

    /// A primary key, a unique constraint or a foreign key.
    package struct Key: Sendable {
        package enum Kind: String, Sendable { case primary = "p", unique = "u", foreign = "f" }

        package let kind: Kind
        package let columns: [String]
        /// What a foreign key leads to.
        package let destination: Destination?
        /// The server's letter for what becomes of rows when their destination goes: a, r, c, n, d.
        package let deletion: String
    }

    /// What a foreign key leads to.
    package struct Destination: Sendable {
        package let namespace: String
        package let table: String
        package let columns: [String]
    }

    package private(set) var tables: [Table] = []

    package func table(named name: String) -> Table? { tables.first { $0.name == name } }
}

extension ServerCatalogue {
    private static let columns = """
        SELECT c.relname::text, c.relkind IN ('v', 'm'), a.attname::text, \
        format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), greatest(a.atttypmod, t.typtypmod)), \
        a.attnotnull OR t.typnotnull, \
        a.attidentity <> '' OR a.attgenerated <> '' OR coalesce(pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%', false), \
        t.typtype = 'e', coalesce(d.adbin IS NOT NULL OR t.typdefault IS NOT NULL, false) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
        JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid \
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum \
        WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition AND a.attnum > 0 \
        AND NOT a.attisdropped ORDER BY c.relname COLLATE "C", a.attnum
        """

    private static let keys = """
        SELECT c.relname::text, k.contype::text, f.relname::text, fn.nspname::text, k.confdeltype::text, \
        ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY u(number, place) \
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.number ORDER BY u.place), \
        ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY u(number, place) \
        JOIN pg_attribute a ON a.attrelid = f.oid AND a.attnum = u.number ORDER BY u.place) \
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
        LEFT JOIN pg_class f ON f.oid = k.confrelid LEFT JOIN pg_namespace fn ON fn.oid = f.relnamespace \
        WHERE n.nspname = $1 AND k.contype IN ('p', 'u', 'f') AND NOT c.relispartition AND k.conparentid = 0 ORDER BY k.conname COLLATE "C"
        """

    /// Reads a namespace, in two statements.
    ///
    /// - Throws: `StoreError` where the server cannot be read.
    package init(_ options: PostgreSQLOptions) throws {
        let results = try ClosedServerStore(options).withSession("read the catalogue", .reading) {
            try $0.run([
                ServerRequest(Self.columns, [.text(options.namespace)]),
                ServerRequest(Self.keys, [.text(options.namespace)]),
            ])
        }
        try read(columns: results[0])
        try read(keys: results[1])
    }

    private mutating func read(columns: ServerResult) throws {
        for row in 0..<columns.rowCount {
            guard case .text(let table)? = try columns.value(row, 0),
                case .bool(let isView)? = try columns.value(row, 1),
                case .text(let name)? = try columns.value(row, 2),
                case .text(let type)? = try columns.value(row, 3)
            else { continue }
            if tables.last?.name != table { tables.append(Table(name: table, isView: isView)) }
            tables[tables.count - 1].columns.append(
                Column(
                    name: name, type: type, isRequired: try columns.value(row, 4) == .bool(true),
                    isGenerated: try columns.value(row, 5) == .bool(true),
                    isEnumeration: try columns.value(row, 6) == .bool(true),
                    hasDefault: try columns.value(row, 7) == .bool(true)))
        }
    }

    private mutating func read(keys: ServerResult) throws {
        for row in 0..<keys.rowCount {
            guard case .text(let table)? = try keys.value(row, 0),
                case .text(let letter)? = try keys.value(row, 1), let kind = Key.Kind(rawValue: letter),
                let index = tables.firstIndex(where: { $0.name == table })
            else { continue }
            tables[index].keys.append(
                Key(
                    kind: kind, columns: try texts(keys, row, 5), destination: try destination(keys, row),
                    deletion: try text(keys, row, 4) ?? ""))
        }
    }

    private func destination(_ keys: ServerResult, _ row: Int) throws -> Destination? {
        guard let table = try text(keys, row, 2), let namespace = try text(keys, row, 3) else { return nil }
        return Destination(namespace: namespace, table: table, columns: try texts(keys, row, 6))
    }

    private func text(_ result: ServerResult, _ row: Int, _ column: Int) throws -> String? {
        guard case .text(let text)? = try result.value(row, column) else { return nil }
        return text
    }

    private func texts(_ result: ServerResult, _ row: Int, _ column: Int) throws -> [String] {
        guard case .array(_, let values)? = try result.value(row, column) else { return [] }
        return values.compactMap { value in
            if case .text(let text) = value { return text }
            return nil
        }
    }
}
#endif
