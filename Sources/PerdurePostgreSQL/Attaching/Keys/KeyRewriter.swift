// SPDX-License-Identifier: Apache-2.0
// Puts selects that treat keys as numbers into the terms of others' keys, just before they are printed: constants become
// `perdure_key($1)` (KeyedStatement.swift), comparisons compare column by column. KeyRewriter+Conditions.swift has the conditions.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The work on one select.
struct KeyRewriter {
    /// The keys among the columns of tables, by the names of both.
    let shapes: [String: [String: KeyShape]]
    /// The keys by alias; those of the tables without one, the innermost last.
    private var byAlias: [Int: [String: KeyShape]] = [:]
    private var own: [[String: KeyShape]] = []
    /// The aliases whose columns are texts only: both directions of pairs.
    private var textsOnly: Set<Int> = []
    private var nextAlias = 3_000_000

    init(_ shapes: [String: [String: KeyShape]]) { self.shapes = shapes }

    /// A select in the terms of keys.
    static func finished(_ select: SQLSelect, _ shapes: [String: [String: KeyShape]]) -> SQLSelect {
        var rewriter = KeyRewriter(shapes)
        return rewriter.select(select)
    }

    /// The select in the terms of the keys.
    mutating func select(_ select: SQLSelect) -> SQLSelect {
        var result = select
        let outer = own
        defer { own = outer }
        result.source = source(select.source)
        for index in result.joins.indices { result.joins[index].source = source(result.joins[index].source) }
        for index in result.joins.indices {
            result.joins[index].condition = expression(result.joins[index].condition)
        }
        result.columns = select.columns.map { expression($0) }
        result.filter = select.filter.map { expression($0) }
        result.groupBy = select.groupBy.map { expression($0) }
        result.having = select.having.map { expression($0) }
        result.order = select.order.flatMap { order($0, select) }
        result.united = select.united.map { self.select($0) }
        return result
    }

    private mutating func source(_ source: SQLSource) -> SQLSource {
        switch source {
        case .table(let name, let alias): byAlias[alias] = shapes[name]
        case .bothWays(let name, _, _, _, let alias):
            byAlias[alias] = shapes[name]
            textsOnly.insert(alias)
        case .only(let name): own.append(shapes[name] ?? [:])
        case .select(let inner, let alias): return .select(self.select(inner), alias: alias)
        case .values(let values, let alias):
            return .values(values.map { expression($0) }, alias: alias)
        case .nothing, .lists: break
        }
        return source
    }

    /// Keys order by their columns, so that an index serves.
    private mutating func order(_ term: SQLOrder, _ select: SQLSelect) -> [SQLOrder] {
        guard !select.isDistinct, select.groupBy.isEmpty, let key = key(term.expression), !key.isText else {
            var term = term
            term.expression = expression(term.expression)
            return [term]
        }
        return key.parts.map { SQLOrder($0, isAscending: term.isAscending) }
    }

    mutating func newAlias() -> Int {
        defer { nextAlias += 1 }
        return nextAlias
    }

    /// A column that is a key, and its parts.
    struct Key {
        let shape: KeyShape
        let parts: [SQLExpression]
        var isText: Bool { parts.isEmpty }
    }

    func key(_ expression: SQLExpression) -> Key? {
        switch expression {
        case .column(let alias, let name):
            guard let shape = byAlias[alias]?[name] else { return nil }
            let indices = textsOnly.contains(alias) ? 0..<0 : shape.columns.indices
            return Key(shape: shape, parts: indices.map { .column(alias, shape.part($0)) })
        case .own(let name):
            guard let shape = own.last(where: { $0[name] != nil })?[name] else { return nil }
            return Key(shape: shape, parts: shape.columns.indices.map { .own(shape.part($0)) })
        default: return nil
        }
    }
}
#endif
