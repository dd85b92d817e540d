// SPDX-License-Identifier: Apache-2.0
// Dictionary results: columns, groups, aggregates. Aggregates of a group are computed first and put
// into the expressions as constants; what remains is evaluated on the group's first row.

import Foundation
import PerdurePredicates

/// The tuples of a fetch, before its offset and limit.
struct TupleFetch {
    let plan: FetchPlan
    let shape: TupleShape
    let tables: InMemoryTables
    private let evaluator: PredicateEvaluator
    /// Columns whose values are taken from rows as they are.
    private var paths: [ExpressionNode: RowPath] = [:]

    init(plan: FetchPlan, shape: TupleShape, tables: InMemoryTables) throws {
        try shape.check(plan.entity, tables.schema)
        let shape = try shape.joiningMembers(plan.entity, tables.schema)
        self.plan = plan
        self.shape = shape
        self.tables = tables
        evaluator = PredicateEvaluator(nullSemantics: plan.nullSemantics)
        let check = PredicateCheck(schema: tables.schema, entity: plan.entity)
        for column in shape.columns {
            // A column that serves only for sorting is read as a plain value.
            let path =
                column.type == .undefined
                ? nil : RowPath(column: column.expression, entity: plan.entity, schema: tables.schema)
            paths[column.expression] = path
            if path == nil { try check.check(column.expression) }
        }
        for expression in shape.groupBy where paths[expression] == nil {
            let path = RowPath(column: expression, entity: plan.entity, schema: tables.schema)
            paths[expression] = path
            if path == nil { try check.check(expression) }
        }
        if let having = shape.having { try check.check(having) }
    }

    func run(_ rows: [Row]) throws -> [[StoredValue]] {
        try withStoreErrors {
            let groups = try groups(rows).filter(satisfiesHaving)
            let results = try groups.map { (group: $0, tuple: try tuple($0)) }
            let tuples = try TupleOrder(plan: plan, shape: shape, tables: tables).sorted(results)
            return shape.isDistinct ? distinct(tuples) : tuples
        }
    }

    private func groups(_ rows: [Row]) throws -> [[Row]] {
        guard shape.groupBy.isEmpty else { return try grouped(rows) }
        var isAggregate = false
        for column in shape.columns {
            _ = column.expression.rewritten { node in
                isAggregate = isAggregate || rowAggregate(node) != nil
                return nil
            }
        }
        return isAggregate ? [rows] : rows.map { [$0] }
    }

    /// A call that runs over the rows of a group; nil for one that runs over the members of a row.
    private func rowAggregate(_ node: ExpressionNode) -> AggregateCall? {
        guard let call = AggregateCall(node), !call.isOfMembers(plan.entity, tables.schema) else {
            return nil
        }
        return call
    }

    private func grouped(_ rows: [Row]) throws -> [[Row]] {
        var groups: [[Row]] = []
        var positions: [TupleKey: Int] = [:]
        let keys = shape.groupBy.map { ($0, Self.divides($0)) }
        for row in rows {
            let values = TupleKey(values: try keys.map { try groupKey($0, divides: $1, row) })
            if let position = positions[values] {
                groups[position].append(row)
            } else {
                positions[values] = groups.count
                groups.append([row])
            }
        }
        return groups
    }

    private func groupKey(_ key: ExpressionNode, divides: Bool, _ row: Row) throws -> StoredValue {
        let found = try value(of: key, [row], .undefined)
        return divides ? found.withoutRemainder : found
    }

    private static func divides(_ expression: ExpressionNode) -> Bool {
        var found = false
        _ = expression.rewritten { node in
            if case .function(let call) = node, call.name == "divide:by:" { found = true }
            return nil
        }
        return found
    }

    private func satisfiesHaving(_ group: [Row]) throws -> Bool {
        guard let having = shape.having else { return true }
        let predicate = try having.rewritten { try aggregated($0, over: group) }
        return try evaluator.evaluate(predicate, with: reader(group))
    }

    private func tuple(_ group: [Row]) throws -> [StoredValue] {
        try shape.columns.map { try value(of: $0.expression, group, $0.type) }
    }

    private func value(of expression: ExpressionNode, _ group: [Row], _ type: StoredAttributeType) throws
        -> StoredValue
    {
        if !paths.isEmpty, let path = paths[expression] {
            return group.first.map { path.value(of: $0, in: tables) } ?? .null
        }
        let constant = try expression.rewritten { try aggregated($0, over: group) }
        if case .constant(.null) = constant { return .null }
        return StoredValue(plain: try evaluator.value(of: constant, with: reader(group)), as: type)
    }

    private func reader(_ group: [Row]) -> ReadableRow? {
        group.first.map { ReadableRow($0, tables: tables) }
    }

    private func aggregated(_ node: ExpressionNode, over group: [Row]) throws -> ExpressionNode? {
        guard let call = rowAggregate(node) else { return nil }
        var values = try group.map { row in
            StoredValue(
                plain: try evaluator.value(of: call.argument, with: ReadableRow(row, tables: tables)),
                as: .undefined)
        }
        if call.wantsNumbers, readsEntry(call.argument) { values = values.map(\.entryNumber) }
        let result = call.result(of: values.filter { !$0.isNull })
        // A nil that was computed is unknown beside a value (PRE-96); only one that is written makes a test for nil.
        return result == .null ? .function(FunctionCall("noindex:", [.constant(.null)])) : .constant(result)
    }

    private func readsEntry(_ expression: ExpressionNode) -> Bool {
        guard case .keyPath(.evaluatedObject, let keys) = expression else { return false }
        return (try? RowPath(keys, entity: plan.entity, schema: tables.schema))?.isEntry == true
    }

    private func distinct(_ tuples: [[StoredValue]]) -> [[StoredValue]] {
        var seen: Set<TupleKey> = []
        return tuples.filter { seen.insert(TupleKey(values: $0)).inserted }
    }
}

extension StoredValue {
    /// A quotient without the digits behind those of a double: a division leaves them over, and databases have none.
    fileprivate var withoutRemainder: StoredValue {
        guard case .decimal(let number) = self else { return self }
        return .double(number.value.nearestDouble)
    }
}
