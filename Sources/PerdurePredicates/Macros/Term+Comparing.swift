// SPDX-License-Identifier: Apache-2.0
// Comparisons of parts, in both directions: where they hold and where they do not. nil has Swift's meaning.

import Foundation

extension Term {
    /// The part as an expression.
    ///
    /// - Throws: `PredicateRefusal` for a range.
    func asExpression() throws -> ExpressionNode {
        switch meaning {
        case .constant(let value): return .constant(ConstantValue(captured: value))
        case .value(let node), .members(let node): return node
        case .truth(let truth):
            let no: ExpressionNode =
                if case .truth(false) = presence.isNil {
                    .constant(.boolean(false))
                } else {
                    .conditional(truth.isFalse, .constant(.boolean(false)), .constant(.null))
                }
            return .conditional(truth.isTrue, .constant(.boolean(true)), no)
        case .range: throw PredicateRefusal("a range as a value", "use its contains(_:)")
        case .cases:
            throw PredicateRefusal("an enum without raw values as a value", "compare it by == or contains")
        case .parts: throw Self.partsRefusal
        case .encoded: throw Self.encodedRefusal
        }
    }

    static let encodedRefusal = PredicateRefusal(
        "a collection or another value that is stored encoded",
        "compare it with nil only, or fetch without it and filter in memory")

    /// The part as a truth; for an optional Bool, true and false where it is not nil.
    func asTruth() throws -> Truth {
        switch meaning {
        case .truth(let truth): return truth
        case .constant(nil): return Truth(.truth(false), else: .truth(false))
        case .constant(let value):
            guard let value = value as? Bool else { break }
            return Truth(value)
        case .value(let node): return .flag(node)
        case .members, .range, .cases, .parts, .encoded: break
        }
        throw PredicateRefusal("a value used as a condition", "compare it with another")
    }

    static func isTruth(_ type: Any.Type) -> Bool { type == Bool.self || type == Bool?.self }

    /// One of two parts, chosen by a test.
    static func choice(_ test: Truth, _ yes: Term, _ no: Term, isTruth: Bool) throws -> Term {
        let presence = Presence(
            isNil: .any([.all([test.isTrue, yes.presence.isNil]), .all([test.isFalse, no.presence.isNil])]),
            isThere: .any([
                .all([test.isTrue, yes.presence.isThere]), .all([test.isFalse, no.presence.isThere]),
            ]))
        if isTruth {
            let (yes, no) = (try yes.asTruth(), try no.asTruth())
            let truth = Truth(
                .any([.all([test.isTrue, yes.isTrue]), .all([test.isFalse, no.isTrue])]),
                else: .any([.all([test.isTrue, yes.isFalse]), .all([test.isFalse, no.isFalse])]))
            return .truth(truth, presence: presence)
        }
        let node = ExpressionNode.conditional(test.isTrue, try yes.asExpression(), try no.asExpression())
        if case .truth(false) = presence.isNil { return Term(.value(node)) }
        return .optional(node)
    }

    // MARK: - Equality

    /// Whether two parts are equal.
    static func equality(_ left: Term, _ right: Term) throws -> Truth {
        if left.isNilConstant { return Truth(right.presence.isNil, else: right.presence.isThere) }
        if right.isNilConstant { return Truth(left.presence.isNil, else: left.presence.isThere) }
        if left.isConstant { return try equality(right, left) }
        if case .truth = left.meaning { return try truthEquality(left, right) }
        if case .truth = right.meaning { return try truthEquality(right, left) }
        if case .cases(let cases, let naming) = left.meaning {
            return try caseEquality(left, cases, naming, right)
        }
        if case .cases = right.meaning { return try equality(right, left) }
        if case .parts(let node, let paths) = left.meaning {
            return try partsEquality(left, node, paths, right)
        }
        if case .parts = right.meaning { return try equality(right, left) }
        if case .members = left.meaning { throw collectionRefusal }
        if case .members = right.meaning { throw collectionRefusal }
        if let truth = try left.withFallback(.equal, right) { return truth }
        let (leftNode, rightNode) = (try left.asExpression(), try right.asExpression())
        let same = PredicateNode.comparison(ComparisonNode(leftNode, .equal, rightNode))
        let other = PredicateNode.comparison(ComparisonNode(leftNode, .notEqual, rightNode))
        return Truth(
            .any([same, .all([left.presence.isNil, right.presence.isNil])]),
            else: .any([
                other, .all([left.presence.isNil, right.presence.isThere]),
                .all([left.presence.isThere, right.presence.isNil]),
            ]))
    }

    private static let collectionRefusal = PredicateRefusal(
        "the operator == on the members of a relationship",
        "use contains(where:), allSatisfy or count")

    private static func truthEquality(_ left: Term, _ right: Term) throws -> Truth {
        let (first, second) = (try left.asTruth(), try right.asTruth())
        let (leftNil, rightNil) = (left.presence.isNil, right.presence.isNil)
        return Truth(
            .any([
                .all([first.isTrue, second.isTrue]), .all([first.isFalse, second.isFalse]),
                .all([leftNil, rightNil]),
            ]),
            else: .any([
                .all([first.isTrue, .any([second.isFalse, rightNil])]),
                .all([first.isFalse, .any([second.isTrue, rightNil])]),
                .all([leftNil, .any([second.isTrue, second.isFalse])]),
            ]))
    }

    // MARK: - Order

    /// `left < right` and its kin; the constant goes to the right, where an index can serve.
    static func ordering(_ left: Term, _ comparison: ComparisonNode.Comparison, _ right: Term) throws -> Truth
    {
        if left.isConstant {
            guard right.isConstant else { return try ordering(right, comparison.turned, left) }
            let known = try order(left.asExpression(), comparison, right)
            return Truth(try PredicateEvaluator().evaluate(known, with: nil))
        }
        if let truth = try left.withFallback(comparison, right) { return truth }
        let node = try left.asExpression()
        return Truth(
            try order(node, comparison, right), else: try order(node, comparison.opposite, right))
    }

    /// A test of strings; only NOT gives its opposite.
    static func test(
        _ left: Term, _ comparison: ComparisonNode.Comparison, _ right: Term,
        _ options: ComparisonOptions = []
    ) throws -> Truth {
        if let truth = try left.withFallback(comparison, right, options) { return truth }
        let node = PredicateNode.comparison(
            ComparisonNode(try left.asExpression(), comparison, try right.asExpression(), options: options))
        return Truth(node, else: .not(node))
    }

    /// `(base ?? constant) < other`: the result for the constant is known, so the column stays bare.
    private func withFallback(
        _ comparison: ComparisonNode.Comparison, _ right: Term, _ options: ComparisonOptions = []
    ) throws -> Truth? {
        guard let fallback, case .constant(let value) = right.meaning else { return nil }
        let (base, replacement) = (Term(.value(fallback.base)), ExpressionNode.constant(fallback.constant))
        let test: Truth
        let known: PredicateNode
        switch comparison {
        case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
            test = try Term.ordering(base, comparison, right)
            known = try Term.order(replacement, comparison, right)
        default:
            test =
                comparison == .equal
                ? try Term.equality(base, right) : try Term.test(base, comparison, right, options)
            let constant = ExpressionNode.constant(ConstantValue(captured: value))
            known = .comparison(ComparisonNode(replacement, comparison, constant, options: options))
        }
        return Truth.whenThere(
            test, fallback.presence, of: fallback.base,
            otherwise: try PredicateEvaluator().evaluate(known, with: nil))
    }
}

extension Truth {
    /// The truth of a Bool expression.
    static func flag(_ node: ExpressionNode) -> Truth {
        Truth(
            .comparison(ComparisonNode(node, .equal, .constant(.boolean(true)))),
            else: .comparison(ComparisonNode(node, .equal, .constant(.boolean(false)))))
    }

    /// A truth about an expression where the expression is not nil, and a known truth where it is nil.
    static func whenThere(
        _ truth: Truth, _ presence: Presence, of node: ExpressionNode?, otherwise known: Bool?
    ) -> Truth {
        func guarded(_ test: PredicateNode) -> PredicateNode {
            if let node, test.excludesNil(of: node) { return test }
            return .all([presence.isThere, test])
        }
        guard let known else { return Truth(guarded(truth.isTrue), else: guarded(truth.isFalse)) }
        return Truth(
            known ? .any([presence.isNil, truth.isTrue]) : guarded(truth.isTrue),
            else: known ? guarded(truth.isFalse) : .any([presence.isNil, truth.isFalse]))
    }
}

extension ComparisonNode.Comparison {
    /// The order with its sides exchanged.
    fileprivate var turned: Self {
        switch self {
        case .lessThan: .greaterThan
        case .lessThanOrEqual: .greaterThanOrEqual
        case .greaterThan: .lessThan
        case .greaterThanOrEqual: .lessThanOrEqual
        default: self
        }
    }

    /// The order that holds where this one does not.
    fileprivate var opposite: Self {
        switch self {
        case .lessThan: .greaterThanOrEqual
        case .lessThanOrEqual: .greaterThan
        case .greaterThan: .lessThanOrEqual
        case .greaterThanOrEqual: .lessThan
        default: self
        }
    }
}
