// SPDX-License-Identifier: Apache-2.0
// Translates the assignments of a batch update to columns and expressions. BatchExpressions.swift says which expressions are
// allowed; BatchUpdateWork.swift runs the statements.

import PerdurePredicates
import PerdureStore

/// Translates one batch update.
struct BatchUpdateTranslator {
    private let engine: SQLEngine
    private let rows: FetchPlan
    let entity: EntityMapping
    let expressions: BatchExpressions

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
            engine, entity, expressions.row, keys: BatchRows(try engine.translator.statement(for: rows)))
        for assignment in assignments {
            if try merge(assignment, in: &work) { continue }
            try add(assignment, to: &work)
            if work.slots.last != assignment.slot { work.slots.append(assignment.slot) }
        }
        return work
    }

    private func add(_ assignment: BatchAssignment, to work: inout BatchUpdateWork) throws {
        let columns = entity.slots[assignment.slot]
        switch (columns, assignment.leaf) {
        case (.toOne(let ends), nil): try add(assignment, ends, to: &work)
        case (_, let leaf?) where columns.hasSeveralColumns:
            try add(assignment, columns.leaves[leaf].column, to: &work)
        case (_, nil) where columns.hasSeveralColumns:
            try add(assignment, columns.leaves.map(\.column), to: &work)
        case (.attribute(let column), nil): try add(assignment, column, to: &work)
        default: throw unsupported(assignment, "is not stored in the row")
        }
    }

    private func add(
        _ assignment: BatchAssignment, _ column: AttributeColumn, to work: inout BatchUpdateWork
    ) throws {
        let mayLieInFile = column.form.mayLieInFile
        switch assignment.value {
        case .constant(let value) where mayLieInFile:
            work.externalValues.append(
                BatchUpdateWork.ExternalValue(slot: assignment.slot, column: column.name, value: value))
        case .constant(let value):
            work.columns.append(SQLUpdate.Assignment(column.name, try constant(value, assignment, column)))
        case .expression(let expression):
            guard !mayLieInFile else {
                throw unsupported(assignment, "has external storage: give it a value")
            }
            let value = try expressions.value(expression, for: column, named: name(assignment))
            work.columns.append(SQLUpdate.Assignment(column.name, value))
            if let range = column.form.range {
                work.results.append(
                    BatchUpdateWork.Result(slot: assignment.slot, column: column.name, range: range))
            } else if case .decimal = column.form.reading {
                work.decimals.append(
                    BatchUpdateWork.DecimalResult(slot: assignment.slot, column: column.name))
            }
        default: throw unsupported(assignment, "does not merge: give it a value")
        }
    }

    private func add(
        _ assignment: BatchAssignment, _ leaves: [AttributeColumn], to work: inout BatchUpdateWork
    ) throws {
        guard case .constant(let value) = assignment.value, let values = value.parts(leaves.count) else {
            throw unsupported(assignment, "is a composite: give its elements expressions of their own")
        }
        for (leaf, value) in zip(leaves, values) {
            work.columns.append(SQLUpdate.Assignment(leaf.name, try constant(value, assignment, leaf)))
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

    private func constant(
        _ value: StoredValue, _ assignment: BatchAssignment, _ column: AttributeColumn? = nil
    ) throws -> SQLExpression {
        let typed = column.flatMap { engine.translator.dialect.typed?(value, $0.columnType) }
        guard let binding = typed ?? SQLBinding(value) else {
            throw unsupported(assignment, "cannot have this value in a table")
        }
        return .value(binding)
    }

    func property(_ assignment: BatchAssignment) -> PropertyLayout {
        engine.schema[entity.entity].properties[assignment.slot]
    }

    func name(_ assignment: BatchAssignment) -> String {
        "\(engine.schema[entity.entity].name).\(property(assignment).name)"
    }

    func unsupported(_ assignment: BatchAssignment, _ reason: String) -> StoreError {
        .unsupported("A batch update cannot write \"\(name(assignment))\": it \(reason).")
    }
}
