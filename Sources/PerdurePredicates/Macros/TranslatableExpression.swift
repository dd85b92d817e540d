// SPDX-License-Identifier: Apache-2.0
// The walk over the tree that the macro #Predicate builds: one conformance for each node type of Foundation, in the
// files TranslatableExpression+….swift. A node without one is refused by its name.

import Foundation

/// A node of a `#Predicate` that has a form in our language.
protocol TranslatableExpression {
    /// The part in our language.
    ///
    /// - Throws: `PredicateRefusal` for a part without a form.
    func term(in scope: PredicateScope) throws -> Term
}

extension PredicateExpression {
    /// The part in our language.
    ///
    /// - Throws: `PredicateRefusal` that names the node when it has no form.
    func translated(in scope: PredicateScope) throws -> Term {
        if let node = self as? any TranslatableExpression { return try node.term(in: scope) }
        let name = "\(Self.self)".prefix { $0 != "<" }
        throw PredicateRefusal("the operator \(name)", "evaluate the predicate in memory instead")
    }

    /// The part as Foundation computes it, when nothing in it depends on an object.
    func folded(_ scope: PredicateScope, _ parts: Term...) throws -> Term? {
        guard parts.allSatisfy(\.isConstant) else { return nil }
        return scope.constant(try evaluate(scope.bindings))
    }
}

extension PredicateExpressions.Value: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        if let range = value as? any BoundedRange { return Term(.range(range.termRange)) }
        return scope.constant(value)
    }
}

extension PredicateExpressions.Variable: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term { try scope.term(of: self) }
}

extension PredicateExpressions.NilLiteral: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term { .constant(nil) }
}

// MARK: - Logic

extension PredicateExpressions.Conjunction: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let left = try lhs.translated(in: scope).asTruth()
        // Swift does not look at the other side either.
        if left.isTrue == .truth(false) { return .constant(false) }
        return .truth(left.and(try rhs.translated(in: scope).asTruth()))
    }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let left = try lhs.translated(in: scope).asTruth()
        if left.isFalse == .truth(false) { return .constant(true) }
        return .truth(left.or(try rhs.translated(in: scope).asTruth()))
    }
}

extension PredicateExpressions.Negation: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        .truth(try wrapped.translated(in: scope).asTruth().negated)
    }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let test = try self.test.translated(in: scope).asTruth()
        if test.isTrue == .truth(true) { return try trueBranch.translated(in: scope) }
        if test.isTrue == .truth(false) { return try falseBranch.translated(in: scope) }
        return try Term.choice(
            test, trueBranch.translated(in: scope), falseBranch.translated(in: scope),
            isTruth: Term.isTruth(Output.self))
    }
}

// MARK: - Comparisons

extension PredicateExpressions.Equal: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (left, right) = (try lhs.translated(in: scope), try rhs.translated(in: scope))
        return try folded(scope, left, right) ?? .truth(Term.equality(left, right))
    }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (left, right) = (try lhs.translated(in: scope), try rhs.translated(in: scope))
        return try folded(scope, left, right) ?? .truth(Term.equality(left, right).negated)
    }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (left, right) = (try lhs.translated(in: scope), try rhs.translated(in: scope))
        if let known = try folded(scope, left, right) { return known }
        let comparison: ComparisonNode.Comparison =
            switch op {
            case .lessThan: .lessThan
            case .lessThanOrEqual: .lessThanOrEqual
            case .greaterThan: .greaterThan
            case .greaterThanOrEqual: .greaterThanOrEqual
            }
        return .truth(try Term.ordering(left, comparison, right))
    }
}
