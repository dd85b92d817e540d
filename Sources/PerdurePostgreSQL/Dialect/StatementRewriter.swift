// SPDX-License-Identifier: Apache-2.0
// Rewrites one statement with types. Here: selects and updates with their sources; conditions, numbers, functions, order and
// texts have files of their own.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The work on one statement.
final class StatementRewriter {
    let place: String
    let dialect: SQLDialect
    let columns: TableColumns
    let mostTexts: Int
    /// Whether the server has the store's functions; others' tables have none beside them (PG-60).
    let hasFunctions: Bool
    private var missingFunction: String?
    var questions: [SQLQuestion] = []
    /// The selects around the current expression, the outermost first.
    var scopes: [Scope] = []
    /// Whether the client may be asked; conditions that narrow a question must do without.
    var mayAsk = true
    /// The kinds of columns by alias.
    private var kinds: [Int: [String: ServerKind]] = [:]
    private var ownKinds: [String: ServerKind] = [:]
    /// The tables by alias, and the table without one.
    private(set) var tables: [Int: String] = [:]
    private(set) var ownTable: String?
    private var nextAlias = 2_000_000
    private var visits = 0

    /// One select that is being rewritten.
    final class Scope {
        let original: SQLSelect
        let aliases: Set<Int>
        var source = SQLSource.nothing
        var joins: [SQLJoin] = []
        /// Lists that the client gives, joined behind the select's own tables.
        var answers: [SQLJoin] = []
        /// The columns of these lists, by what they hold.
        var known: [AnswerKey: SQLExpression] = [:]
        /// The columns that hold computed keys of groups, by the keys.
        var groupKeys: [SQLExpression: ServerTerm] = [:]

        init(_ original: SQLSelect) {
            self.original = original
            aliases = Set(([original.source] + original.joins.map(\.source)).compactMap(\.alias))
        }

        /// The aliases of the select's tables and of the client's lists.
        var all: Set<Int> { aliases.union(answers.compactMap(\.source.alias)) }
    }

    init(
        place: String, dialect: SQLDialect, columns: TableColumns, mostTexts: Int, hasFunctions: Bool = true
    ) {
        self.hasFunctions = hasFunctions
        self.place = place
        self.dialect = dialect
        self.columns = columns
        self.mostTexts = mostTexts
    }

    func newAlias() -> Int {
        defer { nextAlias += 1 }
        return nextAlias
    }

    /// A function of the store.
    func function(_ name: String, _ arguments: [SQLExpression]) -> SQLExpression {
        if !hasFunctions { missingFunction = name }
        return .call("\(place).\(name)", arguments)
    }

    /// Refuses a statement that needs a function which the server does not have.
    ///
    /// - Throws: `StoreError.unsupported`.
    func requireFunctions() throws {
        guard let missingFunction else { return }
        throw unsupported(
            "the statement needs the function \(missingFunction), and a store that is attached to tables of others makes "
                + "none; fetch more and compute in memory")
    }

    /// Counts a part of the statement.
    ///
    /// - Throws: `StoreError.unsupported` for a statement with too many: a part may stand in it several times, also inside of such parts.
    func visit() throws {
        visits += 1
        guard visits > Self.mostVisits else { return }
        throw unsupported(
            "the statement would have more than \(Self.mostVisits) parts, because expressions stand in it several times; make "
                + "the predicate simpler, or fetch more and filter the results by evaluate(with:)")
    }

    private static let mostVisits = 4_000_000

    func unsupported(_ reason: String) -> StoreError { .unsupported(UnsupportedRequest(reason)) }

    // MARK: Selects

    func select(_ select: SQLSelect) throws -> SQLSelect { try typed(select).select }

    /// A select, and the kinds of its columns.
    func typed(_ select: SQLSelect) throws -> (select: SQLSelect, kinds: [ServerKind]) {
        let scope = Scope(select)
        scopes.append(scope)
        defer { scopes.removeLast() }
        scope.source = try source(select.source)
        for join in select.joins {
            let source = try source(join.source)
            scope.joins.append(
                SQLJoin(isOuter: join.isOuter, source, on: try condition(join.condition)))
        }
        try computeGroupKeys(select, scope)
        let values = try select.columns.map { try column($0) }
        var adapted = SQLSelect(values.map(\.expression), from: scope.source)
        adapted.isDistinct = select.isDistinct
        adapted.filter = try select.filter.map { try condition($0, isFilter: true) }
        adapted.groupBy = try select.groupBy.map { try value($0).flat.expression }
        adapted.having = try select.having.map { try condition($0, isFilter: true) }
        adapted.united = try select.united.map(self.select)
        adapted.limit = select.limit
        adapted.offset = select.offset
        try order(&adapted, select)
        adapted.joins = scope.joins + scope.answers
        return (adapted, values.map(\.kind))
    }

    /// A column of the result; the place in an order is none.
    private func column(_ expression: SQLExpression) throws -> ServerValueTerm {
        let value = try value(expression).flat
        guard value.kind != .place else {
            throw unsupported(
                "an entry of a dictionary that merges is no value of one type on a server; fetch it as a property"
            )
        }
        return value
    }

    private func source(_ source: SQLSource) throws -> SQLSource {
        switch source {
        case .table(let name, let alias):
            kinds[alias] = columns[name]
            tables[alias] = name
            return source
        case .only(let name):
            ownKinds = columns[name]
            ownTable = name
            return source
        case .select(let inner, let alias):
            return .select(try select(inner), alias: alias)
        case .nothing, .bothWays, .lists, .values:
            return source
        }
    }

    /// Notes the kinds of a source of the rewriter's own.
    func note(_ found: [String: ServerKind], of alias: Int) { kinds[alias] = found }

    /// The kind of a column; columns that the mapping does not list are keys.
    func kind(_ name: String, of alias: Int?) -> ServerKind {
        guard let alias else { return ownKinds[name] ?? .integer }
        return kinds[alias]?[name] ?? .integer
    }

    // MARK: Updates

    func update(_ update: SQLUpdate) throws -> SQLUpdate {
        if let alias = update.alias {
            kinds[alias] = columns[update.table]
            tables[alias] = update.table
        }
        ownKinds = columns[update.table]
        ownTable = update.table
        let scope = SQLSelect(
            [], from: update.alias.map { .table(update.table, alias: $0) } ?? .only(update.table))
        scopes.append(Scope(scope))
        defer { scopes.removeLast() }
        scopes[0].source = scope.source
        var adapted = update
        adapted.assignments = try update.assignments.map { assignment in
            let value = try value(assignment.value).flat
            let type = columns.type(assignment.column, of: update.table)
            return SQLUpdate.Assignment(assignment.column, assigned(value, type))
        }
        adapted.filter = try update.filter.map { try condition($0, isFilter: true) }
        guard scopes[0].answers.isEmpty else {
            throw unsupported(
                "an update cannot compute texts that the server does not know as Foundation does")
        }
        return adapted
    }

    /// A value in the type of its column.
    private func assigned(_ value: ServerValueTerm, _ type: SQLColumnType?) -> SQLExpression {
        guard let type, value.kind != .null else { return value.expression }
        let kind = ServerKind(type)
        switch (kind, value.constant) {
        case (.uuid, .blob(let data)?): return data.asUUID.map { .value(.uuid($0)) } ?? .null
        case (.boolean, .integer(let number)?): return .value(.boolean(number != 0))
        case (.boolean, _) where value.kind != .boolean:
            return .binary(value.expression, .notEqual, .literal(0))
        case (.narrow, _):
            return .cast(value.asWhole.expression, type == .smallint ? "smallint" : "integer")
        default: return value.converted(to: kind).expression
        }
    }
}

extension SQLSource {
    /// The alias of the source; nil for one without.
    var alias: Int? {
        switch self {
        case .table(_, let alias), .bothWays(_, _, _, _, let alias), .select(_, let alias),
            .lists(_, _, let alias), .values(_, let alias):
            alias
        case .only, .nothing: nil
        }
    }
}
#endif
