// SPDX-License-Identifier: Apache-2.0
// What a store makes on the server beside rows: tables, columns that no model has, indexes, constraints, functions, triggers.
// perdure_objects lists them by name.

#if PostgreSQL
/// Something that the store has made on the server.
struct ServerDefinition: Sendable, Hashable {
    enum Kind: String, Sendable, CaseIterable {
        case table, column, index, constraint, sequence, function, trigger
    }

    let kind: Kind
    let name: String
    let sql: String
    /// The tables of a column, an index, a constraint or a trigger; a column's name begins with its table's.
    var tables: Set<String> = []
}

extension ServerDefinition {
    /// An index.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - table: the table.
    ///   - place: the namespace of both.
    ///   - parts: what stands behind the table's name: the way, the columns, the condition.
    ///   - isUnique: whether it forbids equal values.
    /// - Returns: the definition.
    static func index(
        _ name: String, on table: String, in place: ServerPlace, _ parts: String, isUnique: Bool = false
    ) -> ServerDefinition {
        ServerDefinition(
            kind: .index, name: name,
            sql:
                "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(ServerName.quoted(name)) ON \(place.table(table)) \(parts)",
            tables: [table])
    }

    /// Whether it is an index that decides about no row: the store does without it for a while, and may get it at any time.
    var isPlainIndex: Bool { kind == .index && !sql.hasPrefix("CREATE UNIQUE") }
}
#endif
