// SPDX-License-Identifier: Apache-2.0
// The SQLAdapter of PostgreSQL: the shared tree in the server's terms, with types (StatementRewriter.swift), and with questions
// to the client for texts that the server cannot judge (Texts/).

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// Puts the statements of programs into the terms of PostgreSQL.
struct PostgreSQLAdapter: SQLAdapter {
    /// The namespace of the store, in quotes: its functions are named with it.
    let place: String
    /// How many bytes of texts the client may judge for one question.
    let mostTexts: Int
    /// Whether the store has functions of its own on the server.
    private let hasFunctions: Bool
    private let columns: TableColumns
    private let dialect: SQLDialect

    init(
        namespace: String, mapping: StoreMapping, mostTexts: Int, attached: AttachedTables? = nil,
        folded: FoldedIndexes = FoldedIndexes()
    ) {
        hasFunctions = attached == nil
        place = ServerName.quoted(namespace)
        self.mostTexts = mostTexts
        columns = TableColumns(mapping, hasIndexes: attached == nil, folded: folded)
        dialect = .postgreSQL(namespace: namespace, attached: attached)
    }

    func adapted(_ select: SQLSelect, in mapping: StoreMapping) throws -> AdaptedStatement<SQLSelect> {
        let rewriter = rewriter()
        let adapted = try rewriter.select(select)
        try rewriter.requireFunctions()
        return AdaptedStatement(adapted, questions: rewriter.questions)
    }

    func adapted(_ update: SQLUpdate, in mapping: StoreMapping) throws -> AdaptedStatement<SQLUpdate> {
        let rewriter = rewriter()
        let adapted = try rewriter.update(update)
        try rewriter.requireFunctions()
        return AdaptedStatement(adapted, questions: rewriter.questions)
    }

    private func rewriter() -> StatementRewriter {
        StatementRewriter(
            place: place, dialect: dialect, columns: columns, mostTexts: mostTexts,
            hasFunctions: hasFunctions)
    }
}

/// The kinds of all columns of a store.
final class TableColumns: Sendable {
    private let kinds: [String: [String: ServerKind]]
    private let types: [String: [String: SQLColumnType]]

    /// How long the beginnings are that an index holds of a column's values, by table and column.
    private let beginnings: [String: [String: Int]]

    /// The foldings that have indexes, by table and column.
    private let folded: [String: [String: TextFolding]]

    init(_ mapping: StoreMapping, hasIndexes: Bool = true, folded: FoldedIndexes = FoldedIndexes()) {
        self.folded = hasIndexes ? Self.folded(mapping, folded) : [:]
        beginnings = hasIndexes ? FetchIndexDefinitions.beginnings(mapping) : [:]
        var types: [String: [String: SQLColumnType]] = [:]
        for table in mapping.tables {
            types[table.name] = Dictionary(
                table.columns.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        }
        self.types = types
        kinds = types.mapValues { $0.mapValues { ServerKind($0) } }
    }

    /// The columns of a table; those of join tables are all keys and positions.
    subscript(table: String) -> [String: ServerKind] { kinds[table] ?? [:] }

    /// How long the beginnings are that an index holds of a column's values; nil for a column without such an index.
    func beginning(_ table: String, _ column: String) -> Int? { beginnings[table]?[column] }

    func hasFolded(_ folding: TextFolding, _ table: String, _ column: String) -> Bool {
        folded[table]?[column] == folding
    }

    private static func folded(_ mapping: StoreMapping, _ indexes: FoldedIndexes)
        -> [String: [String: TextFolding]]
    {
        var found: [String: [String: TextFolding]] = [:]
        for entity in mapping.entities.compactMap({ $0 }) {
            for (column, folding) in indexes.columns(of: entity, mapping.schema) {
                found[mapping.tables[entity.table].name, default: [:]][column] = folding
            }
        }
        return found
    }

    func type(_ column: String, of table: String) -> SQLColumnType? { types[table]?[column] }
}
#endif
