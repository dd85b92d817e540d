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
    private let columns: TableColumns
    private let dialect: SQLDialect

    init(namespace: String, mapping: StoreMapping, mostTexts: Int) {
        place = ServerName.quoted(namespace)
        self.mostTexts = mostTexts
        columns = TableColumns(mapping)
        dialect = .postgreSQL(namespace: namespace)
    }

    func adapted(_ select: SQLSelect, in mapping: StoreMapping) throws -> AdaptedStatement<SQLSelect> {
        let rewriter = rewriter()
        let adapted = try rewriter.select(select)
        return AdaptedStatement(adapted, questions: rewriter.questions)
    }

    func adapted(_ update: SQLUpdate, in mapping: StoreMapping) throws -> AdaptedStatement<SQLUpdate> {
        let rewriter = rewriter()
        let adapted = try rewriter.update(update)
        return AdaptedStatement(adapted, questions: rewriter.questions)
    }

    private func rewriter() -> StatementRewriter {
        StatementRewriter(place: place, dialect: dialect, columns: columns, mostTexts: mostTexts)
    }
}

/// The kinds of all columns of a store.
final class TableColumns: Sendable {
    private let kinds: [String: [String: ServerKind]]
    private let types: [String: [String: SQLColumnType]]

    init(_ mapping: StoreMapping) {
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

    func type(_ column: String, of table: String) -> SQLColumnType? { types[table]?[column] }
}
#endif
