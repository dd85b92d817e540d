// SPDX-License-Identifier: Apache-2.0
// What a request may group by: a value of each row. Refused before any store is asked (PRE-110). Part of ResultColumns.swift.

import PerdureBase
import PerdurePredicates
import PerdureStore

/// Checks the expressions of propertiesToGroupBy.
struct GroupCheck {
    private let entity: NSEntityDescription
    private let schema: Schema

    init(_ entity: NSEntityDescription, _ schema: Schema) {
        self.entity = entity
        self.schema = schema
    }

    /// The expression of a column to group by.
    ///
    /// - Throws: `CoreDataException` for a constant, and for what is computed from all rows of a group.
    func checked(_ column: TupleShape.Column) throws -> ExpressionNode {
        if case .constant = column.expression { throw refusal(column, "has one value for all objects") }
        _ = try column.expression.rewritten { node in
            guard isOfRows(node) else { return nil }
            throw refusal(column, "is computed from the objects of a group")
        }
        return column.expression
    }

    /// Whether a node is a function over the rows of a group; one over the members of a row is a value of the row.
    private func isOfRows(_ node: ExpressionNode) -> Bool {
        switch node {
        case .function(let call):
            return call.operand == nil && call.arguments.count == 1 && Self.functions.contains(call.name)
                && !isOfMembers(call.arguments[0])
        case .keyPath(.evaluatedObject, let keys): return keys.first?.hasPrefix("@") == true
        default: return false
        }
    }

    private static let functions: Set = ["count:", "sum:", "average:", "min:", "max:"]

    private func isOfMembers(_ argument: ExpressionNode) -> Bool {
        switch argument {
        case .aggregate, .subquery, .keyPath(.subquery, _): return true
        case .keyPath(.evaluatedObject, let keys): return leadsToMany(keys)
        default: return false
        }
    }

    /// Whether the path goes through a to-many relationship, and no operator makes one value of its members.
    private func leadsToMany(_ keys: [String]) -> Bool {
        guard !keys.contains(where: { $0.hasPrefix("@") }) else { return false }
        var layout = entity.layout
        for key in keys {
            guard let relationship = layout.property(named: key)?.relationship else { return false }
            if relationship.isToMany { return true }
            layout = schema[relationship.destination]
        }
        return false
    }

    private func refusal(_ column: TupleShape.Column, _ reason: String) -> CoreDataException {
        .invalidArgument(
            "propertiesToGroupBy of a request for \"\(entity.name ?? "")\" has \"\(column.name)\", which \(reason): "
                + "group by properties, or by expressions that have a value for each object.")
    }
}
