// SPDX-License-Identifier: Apache-2.0
// From the assignments of a batch update to columns and expressions. What may stand in an expression is
// BatchExpressions.swift's; BatchUpdateWork.swift runs the statements.

import PerdurePredicates
import PerdureStore

/// Translates one batch update.
struct BatchUpdateTranslator {
    private let engine: SQLEngine
    private let rows: FetchPlan
    private let entity: EntityMapping
    private let expressions: BatchExpressions

    init(_ engine: SQLEngine, _ rows: FetchPlan) throws {
        self.engine = engine
        self.rows = rows
        entity = try engine.mapping.entity(rows.entity)
        expressions = BatchExpressions(engine, entity, rows.nullSemantics)
    }

    /// The statements for some assignments.
    ///
    /// - Throws: `StoreError.unsupported` for a predicate or an expression without a form in SQL.
    func work(_ assignments: [BatchAssignment]) throws -> BatchUpdateWork {
        var work = BatchUpdateWork(
            engine, entity, expressions.row, keys: try engine.translator.statement(for: rows).statement)
        for assignment in assignments {
            if let rule = property(assignment).merge {
                work.merges.append(try merge(assignment, rule))
            } else {
                try add(assignment, to: &work)
                if work.slots.last != assignment.slot { work.slots.append(assignment.slot) }
            }
        }
        return work
    }

    private func merge(_ assignment: BatchAssignment, _ rule: MergeRule) throws -> BatchUpdateWork.Merge {
        switch (assignment.value, entity.slots[assignment.slot]) {
        case (.delta(let delta), _): .init(slot: assignment.slot, rule: rule, .delta(delta))
        case (.constant(let value), _): .init(slot: assignment.slot, rule: rule, .constant(value))
        case (.expression(let expression), .attribute(let column))
        where RowPlan.Reading(column) != .externalBinary:
            .init(
                slot: assignment.slot, rule: rule,
                .expression(
                    try expressions.value(expression, for: column, named: name(assignment)), column.type))
        default: throw unsupported(assignment, "takes no expression: give it a value or a change")
        }
    }

    private func add(_ assignment: BatchAssignment, to work: inout BatchUpdateWork) throws {
        switch (entity.slots[assignment.slot], assignment.leaf) {
        case (.attribute(let column), nil): try add(assignment, column, to: &work)
        case (.composite(let leaves), let leaf?): try add(assignment, leaves[leaf], to: &work)
        case (.composite(let leaves), nil): try add(assignment, leaves, to: &work)
        case (.toOne(let ends), nil): try add(assignment, ends, to: &work)
        default: throw unsupported(assignment, "is not stored in the row")
        }
    }

    private func add(
        _ assignment: BatchAssignment, _ column: AttributeColumn, to work: inout BatchUpdateWork
    ) throws {
        let isExternal = RowPlan.Reading(column) == .externalBinary
        switch assignment.value {
        case .constant(let value) where isExternal:
            work.external.append(
                BatchUpdateWork.ExternalValue(slot: assignment.slot, column: column.name, value: value))
        case .constant(let value):
            work.columns.append(SQLUpdate.Assignment(column.name, try constant(value, assignment)))
        case .delta: throw unsupported(assignment, "does not merge: give it a value")
        case .expression(let expression):
            guard !isExternal else { throw unsupported(assignment, "has external storage: give it a value") }
            let value = try expressions.value(expression, for: column, named: name(assignment))
            work.columns.append(SQLUpdate.Assignment(column.name, value))
            if let range = column.type.integerRange {
                work.results.append(
                    BatchUpdateWork.Result(slot: assignment.slot, column: column.name, range: range))
            }
        }
    }

    private func add(
        _ assignment: BatchAssignment, _ leaves: [AttributeColumn], to work: inout BatchUpdateWork
    ) throws {
        let values: [StoredValue]? =
            switch assignment.value {
            case .constant(.null): leaves.map { _ in .null }
            case .constant(.composite(let values)) where values.count == leaves.count: values
            default: nil
            }
        guard let values else {
            throw unsupported(assignment, "is a composite: give its elements expressions of their own")
        }
        for (leaf, value) in zip(leaves, values) {
            work.columns.append(SQLUpdate.Assignment(leaf.name, try constant(value, assignment)))
        }
    }

    private func add(_ assignment: BatchAssignment, _ ends: ToOneColumns, to work: inout BatchUpdateWork)
        throws
    {
        guard case .constant(let value) = assignment.value else {
            throw unsupported(assignment, "is a relationship: give it an object ID or nil")
        }
        let key = try constant(value, assignment)
        work.columns.append(SQLUpdate.Assignment(ends.key, key))
        if let column = ends.entity {
            work.columns.append(
                SQLUpdate.Assignment(column, try expressions.entityNumber(of: key, ends.destination)))
        }
        if let order = ends.order {
            work.columns.append(.place(order, whileOwner: ends.key, is: key, expressions.row.column))
        }
        if case .reference(let owner) = value {
            work.owners.append(
                BatchUpdateWork.Owner(slot: assignment.slot, key: owner, isOrdered: ends.order != nil))
        }
    }

    private func constant(_ value: StoredValue, _ assignment: BatchAssignment) throws -> SQLExpression {
        guard let binding = SQLBinding(value) else {
            throw unsupported(assignment, "cannot have this value in a table")
        }
        return .value(binding)
    }

    private func property(_ assignment: BatchAssignment) -> PropertyLayout {
        engine.schema[entity.entity].properties[assignment.slot]
    }

    private func name(_ assignment: BatchAssignment) -> String {
        "\(engine.schema[entity.entity].name).\(property(assignment).name)"
    }

    private func unsupported(_ assignment: BatchAssignment, _ reason: String) -> StoreError {
        .unsupported("A batch update cannot write \"\(name(assignment))\": it \(reason).")
    }
}

extension AttributeType {
    /// The numbers that an attribute of whole numbers may have; nil for all other types.
    var integerRange: ClosedRange<Int64>? {
        switch self {
        case .integer16: Int64(Int16.min)...Int64(Int16.max)
        case .integer32: Int64(Int32.min)...Int64(Int32.max)
        case .integer64: Int64.min...Int64.max
        default: nil
        }
    }
}
