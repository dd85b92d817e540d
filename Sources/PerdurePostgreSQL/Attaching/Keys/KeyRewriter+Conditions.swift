// SPDX-License-Identifier: Apache-2.0
// Conditions on keys of others: equality and membership, column by column. Part of KeyRewriter.swift.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension KeyRewriter {
    mutating func expression(_ expression: SQLExpression) -> SQLExpression {
        switch expression {
        case .binary(let left, let symbol, let right) where symbol.compares:
            return comparison(left, symbol, right)
        case .inList(let part, let elements):
            guard let key = key(part) else {
                return .inList(self.expression(part), elements.map { self.expression($0) })
            }
            return .or(elements.map { equality(key, of: part, .equal, self.expression($0)) })
        case .inBoundList(let part, let kind, let list):
            guard let key = key(part) else { return .inBoundList(self.expression(part), kind, list) }
            return membership(key, of: part, in: .value(list))
        case .inListParameter(let part, let kind, let number):
            guard let key = key(part) else { return .inListParameter(self.expression(part), kind, number) }
            return membership(key, of: part, in: .parameter(number))
        case .exists(let inner): return .exists(select(inner))
        case .scalar(let inner): return .scalar(select(inner))
        case .inSelects(let part, let selects):
            return .inSelects(self.expression(part), selects.map { select($0) })
        default: return parts(expression)
        }
    }

    /// The expression with its parts rewritten.
    private mutating func parts(_ expression: SQLExpression) -> SQLExpression {
        switch expression {
        case .binary(let left, let symbol, let right):
            .binary(self.expression(left), symbol, self.expression(right))
        case .prefix(let symbol, let part): .prefix(symbol, self.expression(part))
        case .and(let parts): .and(parts.map { self.expression($0) })
        case .or(let parts): .or(parts.map { self.expression($0) })
        case .not(let part): .not(self.expression(part))
        case .isNull(let part): .isNull(self.expression(part))
        case .isNotNull(let part): .isNotNull(self.expression(part))
        case .isTrue(let part): .isTrue(self.expression(part))
        case .between(let part, let low, let high):
            .between(self.expression(part), self.expression(low), self.expression(high))
        case .narrowed(let part, _): self.expression(part)
        case .call(let name, let arguments): .call(name, arguments.map { self.expression($0) })
        case .fallback(let first, let second):
            .fallback(self.expression(first), self.expression(second))
        case .cast(let part, let type): .cast(self.expression(part), type)
        case .choice(let test, let yes, let no):
            .choice(
                self.expression(test), then: self.expression(yes), otherwise: self.expression(no))
        case .collated(let part, let collation): .collated(self.expression(part), collation)
        default: expression
        }
    }

    // MARK: Comparing

    private mutating func comparison(_ left: SQLExpression, _ symbol: SQLOperator, _ right: SQLExpression)
        -> SQLExpression
    {
        switch (key(left), key(right)) {
        case (let first?, let second?): keys(first, left, symbol, second, right)
        case (let key?, nil): equality(key, of: left, symbol, expression(right))
        case (nil, let key?): equality(key, of: right, symbol.turned, expression(left))
        case (nil, nil): .binary(expression(left), symbol, expression(right))
        }
    }

    private func keys(
        _ first: Key, _ left: SQLExpression, _ symbol: SQLOperator, _ second: Key, _ right: SQLExpression
    ) -> SQLExpression {
        // Keys of different hierarchies are never equal; their texts say so.
        guard symbol.isEquality, !first.isText, first.parts.count == second.parts.count,
            first.shape.hierarchy == second.shape.hierarchy
        else { return .binary(left, symbol, right) }
        return all(zip(first.parts, second.parts).map { ($0, $1) }, symbol)
    }

    /// A key beside a number, which is bound now or later.
    private func equality(
        _ key: Key, of column: SQLExpression, _ symbol: SQLOperator, _ number: SQLExpression
    ) -> SQLExpression {
        guard Self.isPlaceholder(number) else { return .binary(column, symbol, number) }
        guard symbol.isEquality, !key.isText else {
            return .binary(column, symbol, .call(KeyedStatements.name, [number]))
        }
        let text = SQLExpression.call(KeyedStatements.key, [number])
        let values = key.parts.indices.map { Self.value(text, $0, key.shape) }
        return all(zip(key.parts, values).map { ($0, $1) }, symbol)
    }

    private func all(_ pairs: [(SQLExpression, SQLExpression)], _ symbol: SQLOperator) -> SQLExpression {
        if pairs.count == 1 { return .binary(pairs[0].0, symbol, pairs[0].1) }
        let isNegative = symbol == .notEqual || symbol == .notSame
        let same: SQLOperator = symbol == .same || symbol == .notSame ? .same : .equal
        let tests = SQLExpression.and(pairs.map { .binary($0, same, $1) })
        return isNegative ? .not(tests) : tests
    }

    private static func isPlaceholder(_ expression: SQLExpression) -> Bool {
        switch expression {
        case .value, .parameter: true
        default: false
        }
    }

    /// The value of one column, out of the text of a key.
    private static func value(_ text: SQLExpression, _ index: Int, _ shape: KeyShape) -> SQLExpression {
        guard shape.columns.count > 1 else { return .cast(text, shape.types[0]) }
        let element = SQLExpression.call(
            "jsonb_array_element_text", [.cast(text, "jsonb"), .literal(Int64(index))])
        return .cast(element, shape.types[index])
    }

    // MARK: Membership

    private mutating func membership(_ key: Key, of column: SQLExpression, in list: SQLExpression)
        -> SQLExpression
    {
        if key.isText {
            return .binary(column, .equal, .call("ANY", [.call(KeyedStatements.name, [list])]))
        }
        let texts = SQLExpression.call(KeyedStatements.key, [list])
        guard key.parts.count > 1 else {
            let type = "\(key.shape.types[0])[]"
            return .binary(key.parts[0], .equal, .call("ANY", [.cast(texts, type)]))
        }
        let alias = newAlias()
        let rows = SQLSelect([.call("unnest", [.cast(texts, "text[]")])], from: .nothing)
        let text = SQLExpression.column(alias, "unnest")
        let values = key.parts.indices.map { Self.value(text, $0, key.shape) }
        return .inSelects(
            .call("ROW", key.parts), [SQLSelect(values, from: .select(rows, alias: alias))])
    }
}
#endif
