// SPDX-License-Identifier: Apache-2.0
// What goes wrong while a fetch reads, in the words of its plan: a statement knows neither the names of result columns nor the
// keys whose numbers it adds. Used by SQLEngine.swift.

import PerdurePredicates
import PerdureStore

/// Names what a fetch could not compute or read.
struct FetchFaults {
    let plan: FetchPlan
    let schema: Schema

    /// The error that names what the plan knows; other errors stay as they are.
    func named(_ error: any Error) -> any Error {
        switch error {
        case let cell as UnreadableCell: return named(cell)
        case StoreError.database(code: _, extendedCode: _, message: "integer overflow", statement: _):
            return overflow
        default: return error
        }
    }

    private var entity: String { schema[plan.entity].name }

    /// The error of a value in a dictionary result.
    ///
    /// Only an attribute can be repaired; what is computed is read as the type that the request says.
    private func named(_ cell: UnreadableCell) -> StoreError {
        guard case .tuples(let shape) = plan.shape, shape.columns.indices.contains(cell.column) else {
            return cell.error
        }
        let column = shape.columns[cell.column]
        if case .keyPath = column.expression {
            return cell.named(object: nil, entity: entity, property: column.name)
        }
        guard case .invalidValue(_, _, let reason) = cell.error else { return cell.error }
        return .unsupported(
            "the column \"\(column.name)\" of a dictionary result of \"\(entity)\" cannot be read as \(column.type): "
                + "\(reason.prefix { $0 != ":" }). Give its expression another expressionResultType")
    }

    /// SQLite adds whole numbers in 64 bits.
    private var overflow: StoreError {
        let sums = sums.map { PredicatePrinter.format($0) }.joined(separator: ", ")
        return .unsupported(
            "integer overflow in \(sums.isEmpty ? "a sum" : sums) of a fetch of \"\(entity)\": multiply the key by a "
                + "number with a fraction (sum:(key * 1.0)), which gives a floating-point number")
    }

    /// The sums of the plan, and the numbers without their signs.
    private var sums: [ExpressionNode] {
        var found: [ExpressionNode] = []
        func collect(_ node: ExpressionNode) -> ExpressionNode? {
            if node.mayOverflow, !found.contains(node) { found.append(node) }
            return nil
        }
        _ = plan.predicate?.rewritten(by: collect)
        guard case .tuples(let shape) = plan.shape else { return found }
        for expression in shape.columns.map(\.expression) + shape.groupBy {
            _ = expression.rewritten(by: collect)
        }
        _ = shape.having?.rewritten(by: collect)
        return found
    }
}

extension ExpressionNode {
    /// Whether SQLite computes the expression by a function that fails beyond 64 bits.
    fileprivate var mayOverflow: Bool {
        switch self {
        case .function(let call): call.name == "sum:" || call.name == "abs:"
        case .keyPath(base: _, let keys): keys.contains("@sum")
        default: false
        }
    }
}
