// SPDX-License-Identifier: Apache-2.0
// What the server says of others' tables: columns with their types, keys, views. Read once, when a store is attached.

#if PostgreSQL
import PerdurePostgreSQLClient

/// A table or a view by its namespace and its name.
struct RelationName: Hashable, Sendable {
    let namespace: String
    let name: String

    /// The name in the mapping and in messages.
    var text: String { "\(namespace).\(name)" }
    var quoted: String { "\(ServerName.quoted(namespace)).\(ServerName.quoted(name))" }
}

/// The tables and views of some namespaces.
struct AttachedCatalog {
    /// A column.
    struct Column: Sendable {
        let name: String
        /// The name of the type, or of the type under a domain.
        let type: String
        /// The type as a statement names it, without a length.
        let fullType: String
        /// The type under a domain, as a statement names it.
        let baseType: String
        let isRequired: Bool
        /// The text of the default; nil for none.
        let defaultText: String?
        /// Whether the server computes the value.
        let isComputed: Bool
        /// Whether only `OVERRIDING SYSTEM VALUE` gives it a value.
        let isAlwaysIdentity: Bool
        /// Whether texts have the order of their bytes.
        let isBytewise: Bool
        /// The place in the primary key, from 0 on; nil for other columns.
        let primaryKeyPlace: Int?

        /// The bytes of a whole number; nil for another type.
        var wholeBytes: Int? { ["int2": 2, "int4": 4, "int8": 8][type] }
    }

    /// A table or a view.
    struct Relation: Sendable {
        let name: RelationName
        /// The server's letter: r and p are tables.
        let kind: String
        /// Whether the role may lock rows, which takes the right to update a column.
        let isLockable: Bool
        var columns: [Column] = []

        var isTable: Bool { kind == "r" || kind == "p" }
        subscript(column: String) -> Column? { columns.first { $0.name == column } }
    }

    private(set) var relations: [RelationName: Relation] = [:]

    // Of -1, since the type of an unknown length is named "character", which is one of a single character.
    private static let text = """
        SELECT n.nspname::text, c.relname::text, c.relkind::text, a.attname::text, b.typname::text, \
        format_type(a.atttypid, -1), a.attnotnull, pg_get_expr(f.adbin, f.adrelid), a.attgenerated::text <> '', \
        a.attidentity::text = 'a', coalesce(o.collname IN ('C', 'POSIX', 'ucs_basic') OR (o.collname = 'default' AND \
        d.datcollate IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8')), true), (SELECT array_position(i.indkey::integer[], \
        a.attnum::integer) FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary), format_type(b.oid, -1), \
        has_any_column_privilege(c.oid, 'UPDATE') \
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
        JOIN pg_type t ON t.oid = a.atttypid \
        JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END \
        LEFT JOIN pg_attrdef f ON f.adrelid = c.oid AND f.adnum = a.attnum \
        LEFT JOIN pg_collation o ON o.oid = a.attcollation JOIN pg_database d ON d.datname = current_database() \
        WHERE n.nspname::text = ANY($1) AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY c.oid, a.attnum
        """

    /// Reads all tables and views of some namespaces.
    init(_ session: ServerSession, _ namespaces: Set<String>) throws {
        let names = namespaces.sorted().map { ServerValue.text($0) }
        let result = try session.run(ServerRequest(Self.text, [.array(.text, names)]))
        for row in 0..<result.rowCount {
            let found = CatalogRow(result: result, row: row)
            let name = RelationName(namespace: try found.text(0) ?? "", name: try found.text(1) ?? "")
            let kind = try found.text(2) ?? ""
            let isLockable = try found.flag(13)
            relations[name, default: Relation(name: name, kind: kind, isLockable: isLockable)].columns
                .append(try found.column())
        }
    }
}

/// One row of the catalog's answer.
private struct CatalogRow {
    let result: ServerResult
    let row: Int

    func text(_ column: Int) throws -> String? {
        if case .text(let text)? = try result.value(row, column) { return text }
        return nil
    }

    func flag(_ column: Int) throws -> Bool { try result.value(row, column) == .bool(true) }

    func column() throws -> AttachedCatalog.Column {
        AttachedCatalog.Column(
            name: try text(3) ?? "", type: try text(4) ?? "", fullType: try text(5) ?? "text",
            baseType: try text(12) ?? "text", isRequired: try flag(6), defaultText: try text(7),
            isComputed: try flag(8),
            isAlwaysIdentity: try flag(9), isBytewise: try flag(10),
            primaryKeyPlace: try result.value(row, 11)?.integer.map { Int($0) })
    }
}
#endif
