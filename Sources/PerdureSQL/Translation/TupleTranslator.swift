// SPDX-License-Identifier: Apache-2.0
// Dictionary results: columns of values, aggregates, GROUP BY, HAVING, DISTINCT. Used by
// FetchTranslator.swift.

import PerdurePredicates
import PerdureStore

/// Builds the select of a tuple shape.
struct TupleTranslator {
    let translator: PredicateTranslator
    /// The names' meaning; aggregates run over the rows of the fetch here.
    let environment: Environment
    let plan: FetchPlan
    let shape: TupleShape

    init(
        translator: PredicateTranslator, environment: Environment, plan: FetchPlan, shape: TupleShape
    ) throws {
        self.translator = translator
        var environment = environment
        environment.aggregatesRows = true
        self.environment = environment
        self.plan = plan
        try shape.check(plan.entity, translator.mapping.schema)
        self.shape = try shape.joiningMembers(plan.entity, translator.mapping.schema)
    }

    func select() throws -> (SQLSelect, [ColumnSource]) {
        var selected: [SQLExpression] = []
        var columns: [ColumnSource] = []
        var groups = try shape.groupBy.flatMap(groupKeys)
        var computed: [String: SQLExpression] = [:]
        for column in shape.columns {
            let (expressions, tuple) = try translate(column, at: selected.count)
            if computed[column.name] == nil, try end(of: column.expression)?.isComputed ?? true {
                computed[column.name] = expressions[0]
            }
            // The entity beside a grouped key depends on the key, but databases require it in GROUP BY. A grouped function over
            // members has other aliases in each place.
            let isKey = !column.expression.isOfGroup || shape.groupBy.contains(column.expression)
            if !groups.isEmpty, isKey {
                groups += expressions.filter { !groups.contains($0) }
            }
            selected += expressions
            columns.append(tuple)
        }
        let order = try plan.sort.map { try self.order($0, groups, computed) }
        let having = try shape.having.map { try translator.condition($0, environment).asFilter }
        var select = environment.evaluated.tree.select(selected)
        select.isDistinct = shape.isDistinct
        select.keepsFirst = order.contains { $0.collation != nil || !selected.contains($0.expression) }
        select.groupBy = groups
        select.having = having
        select.order = order
        select.limit = plan.limit.map(Int64.init)
        select.offset = Int64(plan.offset)
        return (select, columns)
    }

    /// The columns for a part of a set or dictionary.
    ///
    /// Whole sets and dictionaries are read as stored, entries with their type; an entry for sorting alone is a plain value.
    private func part(
        _ merged: MergedOperand, _ column: TupleShape.Column, at place: Int
    ) throws -> ([SQLExpression], ColumnSource) {
        guard case .entry = merged.part else { return ([merged.value], .value(column: place, merged.column)) }
        let isPacked = column.type != .undefined
        return (
            [isPacked ? try merged.packed() : try merged.plain()],
            .computed(column: place, type: isPacked ? .binary : .undefined)
        )
    }

    private func groupKeys(_ expression: ExpressionNode) throws -> [SQLExpression] {
        if case .merged(let merged) = try end(of: expression) {
            if case .entry = merged.part { return [try merged.packed()] }
            return [merged.value]
        }
        // What is computed from the rows of a group is no key of it.
        var ofRow = environment
        ofRow.aggregatesRows = false
        switch try translator.operand(expression, ofRow) {
        case .typed(let value, _): return [value]
        case .constant: throw StoreError.unsupported("a group needs a key that is no constant")
        default: throw StoreError.toManyKey
        }
    }

    private func translate(
        _ column: TupleShape.Column, at place: Int
    ) throws -> ([SQLExpression], ColumnSource) {
        if let end = try end(of: column.expression) {
            switch end {
            case .attribute(let value, let attribute):
                return ([value], .value(column: place, attribute))
            case .parts(let leaves, let node):
                let values = try leaves.map { try node.column($0.name) }
                let columns = leaves.enumerated().map { leaf, attribute in
                    ColumnSource.value(column: place + leaf, attribute)
                }
                return (values, .parts(columns))
            case .object(let node): return try reference(node, at: place)
            case .merged(let merged): return try part(merged, column, at: place)
            case .entity, .members: break
            }
        }
        guard case .typed(let value, _) = try valueOperand(column) else { throw StoreError.toManyKey }
        return ([value], .computed(column: place, type: column.type))
    }

    private func valueOperand(_ column: TupleShape.Column) throws -> Operand {
        if case .entity(let node)? = try end(of: column.expression) {
            return .typed(try entityName(of: node), .attribute(.string))
        }
        let operand = try translator.operand(column.expression, environment)
        try translator.requireNoEntity([operand], PredicatePrinter.format(column.expression))
        guard case .constant = operand else { return operand }
        let value = try translator.value(operand, for: .attribute(column.type)) ?? .null
        return .typed(value, .attribute(column.type))
    }

    /// The end of a plain key path; nil for a computed expression.
    private func end(of expression: ExpressionNode) throws -> PathEnd? {
        switch expression {
        case .evaluatedObject: return .object(environment.evaluated)
        case .keyPath(base: .evaluatedObject, let keys) where !keys.contains(where: { $0.hasPrefix("@") }):
            return try KeyPathWalk(mapping: translator.mapping, keys: keys).end(from: environment.evaluated)
        default: return nil
        }
    }

    private func reference(_ node: PathNode, at place: Int) throws -> ([SQLExpression], ColumnSource) {
        let columns =
            translator.mapping.schema[node.entity].hasSubentities ? try node.identity() : [node.key]
        return (
            columns,
            .reference(
                column: place, entityColumn: columns.count > 1 ? place + 1 : nil, destination: node.entity)
        )
    }

    /// The order of a sort term.
    ///
    /// A sort key may be the name of a result column; a computed column comes before an attribute of the same name.
    private func order(
        _ term: SortTerm, _ groups: [SQLExpression], _ computed: [String: SQLExpression]
    ) throws -> SQLOrder {
        if let value = try computed[term.keys.joined(separator: ".")] ?? columnValue(term.keys) {
            return SQLOrder(
                value, collation: SQLCollation(term.collation)?.rawValue, isAscending: term.isAscending)
        }
        var order = try translator.order(term, environment)
        order.isOfGroup = !groups.isEmpty && !groups.contains(order.expression)
        return order
    }

    /// The value of the column that a sort key names; nil where the column's value is that of the key itself.
    private func columnValue(_ keys: [String]) throws -> SQLExpression? {
        let name = keys.joined(separator: ".")
        guard let column = shape.columns.first(where: { $0.name == name }),
            column.expression != .keyPath(base: .evaluatedObject, keys: keys),
            case .typed(let value, _) = try valueOperand(column)
        else { return nil }
        return value
    }
}
