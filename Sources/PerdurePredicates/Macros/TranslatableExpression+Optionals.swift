// SPDX-License-Identifier: Apache-2.0
// Optional chaining, ??, forced unwrapping and if let of a #Predicate. The translation says explicitly where a part is nil: in
// a database nil makes everything unknown, and the answer must be Swift's. Part of TranslatableExpression.swift.

import Foundation

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let base = try wrapped.translated(in: scope)
        if base.isConstant {
            guard let value = try wrapped.evaluate(scope.bindings) else { return .constant(nil) }
            return try transform.translated(in: scope.binding(variable, toValue: value))
        }
        let result = try transform.translated(in: scope.binding(variable, to: base.unwrapped))
        return try result.chained(to: base, isTruth: Term.isTruth(Result.self))
    }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let base = try lhs.translated(in: scope)
        if base.isNilConstant { return try rhs.translated(in: scope) }
        if case .truth(false) = base.presence.isNil { return base }
        return try base.coalesced(with: rhs.translated(in: scope), isTruth: Term.isTruth(RHS.Output.self))
    }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let base = try inner.translated(in: scope)
        if base.isNilConstant {
            throw PredicateRefusal("the operator ! on a captured nil", "it would stop the program in memory")
        }
        return base.unwrapped
    }
}

extension Term {
    /// The result of optional chaining on another part: nil where that part is nil.
    fileprivate func chained(to base: Term, isTruth: Bool) throws -> Term {
        if case .truth(false) = base.presence.isNil { return self }
        let presence = base.presence.and(self.presence)
        let baseNode = base.isCast ? nil : try? base.asExpression()
        switch meaning {
        case .cases, .parts, .encoded:
            return Term(meaning, presence: presence)
        case .members(let node):
            return Term(.members(node), presence: presence)
        case .value(let node) where !isTruth:
            if let baseNode, node.isNil(with: baseNode) { return .optional(node) }
            return .optional(.conditional(presence.isThere, node, .constant(.null)))
        case .constant(let value) where !isTruth:
            let node = ExpressionNode.constant(ConstantValue(captured: value))
            return .optional(.conditional(presence.isThere, node, .constant(.null)))
        case .range:
            throw PredicateRefusal("a range inside of optional chaining", "unwrap its bounds first")
        default:
            let truth = Truth.whenThere(try asTruth(), base.presence, of: baseNode, otherwise: nil)
            return .truth(truth, presence: presence)
        }
    }

    /// The part, or another part where this one is nil.
    func coalesced(with other: Term, isTruth: Bool) throws -> Term {
        let presence = self.presence.or(other.presence)
        if isTruth {
            let (first, second) = (try asTruth(), try other.asTruth())
            let truth = Truth(
                .any([first.isTrue, .all([self.presence.isNil, second.isTrue])]),
                else: .any([first.isFalse, .all([self.presence.isNil, second.isFalse])]))
            return .truth(truth, presence: presence)
        }
        if case .members = meaning {
            throw PredicateRefusal(
                "the operator ?? on members", "test the optional: owner?.members.isEmpty ?? true")
        }
        let node = ExpressionNode.conditional(
            self.presence.isNil, try other.asExpression(), try asExpression())
        var result = Term(.value(node), presence: presence)
        if case .value(let base) = meaning, case .constant(let value?) = other.meaning {
            result.fallback = Fallback(
                base: base, presence: self.presence, constant: ConstantValue(captured: value))
        }
        return result
    }
}
