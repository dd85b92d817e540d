// SPDX-License-Identifier: Apache-2.0
// Rewrites syntax trees: the request planner turns objects into references, substitution binds variables. All of it uses
// `rewritten(by:)`; PredicateNode+Rewriting.swift is its other half.

extension ExpressionNode {
    /// Replaces subtrees from the root down.
    ///
    /// - Parameter change: Gives the replacement of a subtree, or nil to descend into it. A replacement is not
    ///   visited again.
    /// - Returns: The rewritten tree.
    package func rewritten(by change: (ExpressionNode) throws -> ExpressionNode?) rethrows -> ExpressionNode {
        if let replacement = try change(self) { return replacement }
        switch self {
        case .constant, .evaluatedObject, .variable, .anyKey, .block:
            return self
        case .keyPath(let base, let keys):
            return .keyPath(base: try base.rewritten(by: change), keys: keys)
        case .index(let base, let index):
            return .index(base: try base.rewritten(by: change), try index.rewritten(by: change))
        case .function(var call):
            call.operand = try call.operand?.rewritten(by: change)
            call.arguments = try call.arguments.map { try $0.rewritten(by: change) }
            return .function(call)
        case .aggregate(let elements):
            return .aggregate(try elements.map { try $0.rewritten(by: change) })
        case .subquery(let collection, let variable, let predicate):
            return .subquery(
                collection: try collection.rewritten(by: change), variable: variable,
                predicate: try predicate.rewritten(by: change))
        case .conditional(let test, let yes, let no):
            return .conditional(
                try test.rewritten(by: change), try yes.rewritten(by: change), try no.rewritten(by: change))
        case .setOperation(let operation, let left, let right):
            return .setOperation(operation, try left.rewritten(by: change), try right.rewritten(by: change))
        case .assignment(let variable, let value):
            return .assignment(variable: variable, try value.rewritten(by: change))
        case .fetch(let request, let context, let countOnly):
            return .fetch(
                request: try request.rewritten(by: change), context: try context.rewritten(by: change),
                countOnly: countOnly)
        }
    }

    /// Replaces constants, also those inside of arrays, sets and dictionaries.
    package func mapConstants(_ change: (ConstantValue) throws -> ConstantValue) rethrows -> ExpressionNode {
        try rewritten { node in
            guard case .constant(let value) = node else { return nil }
            return .constant(try value.mapElements(change))
        }
    }

    /// Replaces variables by expressions; a subquery's own variable hides an outer one of the same name.
    func substituting(_ bindings: [String: ExpressionNode]) -> ExpressionNode {
        rewritten { node in
            switch node {
            case .variable(let name):
                return bindings[name]
            case .subquery(let collection, let variable, let predicate):
                var inner = bindings
                inner[variable] = nil
                return .subquery(
                    collection: collection.substituting(bindings), variable: variable,
                    predicate: predicate.substituting(inner))
            default:
                return nil
            }
        }
    }
}

extension ExpressionIndex {
    fileprivate func rewritten(by change: (ExpressionNode) throws -> ExpressionNode?) rethrows
        -> ExpressionIndex
    {
        guard case .expression(let index) = self else { return self }
        return .expression(try index.rewritten(by: change))
    }
}

extension ConstantValue {
    /// Replaces a constant; in a collection, replaces only the elements.
    func mapElements(_ change: (ConstantValue) throws -> ConstantValue) rethrows -> ConstantValue {
        switch self {
        case .array(let elements): .array(try elements.map { try $0.mapElements(change) })
        case .set(let elements): .set(Set(try elements.map { try $0.mapElements(change) }))
        case .dictionary(let entries): .dictionary(try entries.mapValues { try $0.mapElements(change) })
        default: try change(self)
        }
    }
}
