// SPDX-License-Identifier: Apache-2.0
// The predicate half of rewriting (ExpressionNode+Rewriting.swift), and searches for key paths, variables and FETCH.

extension PredicateNode {
    /// Replaces expressions from the root down; see ExpressionNode.rewritten(by:).
    package func rewritten(by change: (ExpressionNode) throws -> ExpressionNode?) rethrows -> PredicateNode {
        switch self {
        case .truth, .opaque:
            return self
        case .comparison(var comparison):
            comparison.left = try comparison.left.rewritten(by: change)
            comparison.right = try comparison.right.rewritten(by: change)
            return .comparison(comparison)
        case .and(let parts):
            return .and(try parts.map { try $0.rewritten(by: change) })
        case .or(let parts):
            return .or(try parts.map { try $0.rewritten(by: change) })
        case .not(let part):
            return .not(try part.rewritten(by: change))
        }
    }

    /// Replaces constants, also those inside of arrays, sets and dictionaries.
    package func mapConstants(_ change: (ConstantValue) throws -> ConstantValue) rethrows -> PredicateNode {
        try rewritten { node in
            guard case .constant = node else { return nil }
            return try node.mapConstants(change)
        }
    }

    /// Replaces variables by expressions; a subquery's own variable hides an outer one of the same name.
    package func substituting(_ bindings: [String: ExpressionNode]) -> PredicateNode {
        rewritten { node in
            switch node {
            case .variable, .subquery: node.substituting(bindings)
            default: nil
            }
        }
    }

    /// The key paths on the evaluated object, in the order of the text.
    package var keyPaths: [[String]] {
        var found: [[String]] = []
        _ = rewritten { node in
            if case .keyPath(.evaluatedObject, let keys) = node { found.append(keys) }
            return nil
        }
        return found
    }

    /// Whether the predicate has a FETCH expression.
    package var hasFetch: Bool {
        if isPlain { return false }
        var isFound = false
        _ = rewritten { node in
            if case .fetch = node { isFound = true }
            return isFound ? node : nil
        }
        return isFound
    }

    /// The free variables; a variable that a subquery binds is not among them.
    package var freeVariables: Set<String> {
        if isPlain { return [] }
        var found: Set<String> = []
        collectVariables(bound: [], into: &found)
        return found
    }

    /// Whether the predicate only compares key paths and constants, as most do: then a search need not walk and copy the tree.
    private var isPlain: Bool {
        switch self {
        case .truth: true
        case .comparison(let node): node.left.isLeaf && node.right.isLeaf
        case .and(let parts), .or(let parts): parts.allSatisfy(\.isPlain)
        case .not, .opaque: false
        }
    }

    private func collectVariables(bound: Set<String>, into found: inout Set<String>) {
        _ = rewritten { node in
            switch node {
            case .variable(let name):
                if !bound.contains(name) { found.insert(name) }
                return nil
            case .subquery(let collection, let variable, let predicate):
                PredicateNode.comparison(.init(collection, .equal, .evaluatedObject))
                    .collectVariables(bound: bound, into: &found)
                predicate.collectVariables(bound: bound.union([variable]), into: &found)
                return node
            default:
                return nil
            }
        }
    }
}

extension ExpressionNode {
    /// Whether it is a constant, the object, or one of its key paths.
    fileprivate var isLeaf: Bool {
        switch self {
        case .constant, .evaluatedObject, .keyPath(base: .evaluatedObject, keys: _): true
        default: false
        }
    }

    /// The key paths on the evaluated object, in the order of the text.
    var keyPaths: [[String]] { asPredicate.keyPaths }
    /// The free variables; a variable that a subquery binds is not among them.
    var freeVariables: Set<String> { asPredicate.freeVariables }

    // One walk serves both kinds of tree.
    private var asPredicate: PredicateNode { .comparison(ComparisonNode(self, .equal, .evaluatedObject)) }
}
