// SPDX-License-Identifier: Apache-2.0
// Arithmetic and ranges of a #Predicate. Part of TranslatableExpression.swift.

import Foundation

extension PredicateExpressions.Arithmetic: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (left, right) = (try lhs.translated(in: scope), try rhs.translated(in: scope))
        if let known = try folded(scope, left, right) { return known }
        let name =
            switch op {
            case .add: "add:to:"
            case .subtract: "from:subtract:"
            case .multiply: "multiply:by:"
            }
        return try .call(name, left, right)
    }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (left, right) = (try lhs.translated(in: scope), try rhs.translated(in: scope))
        try right.requireDivisor()
        return try folded(scope, left, right) ?? .call("divide:by:", left, right)
    }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (left, right) = (try lhs.translated(in: scope), try rhs.translated(in: scope))
        try right.requireDivisor()
        return try folded(scope, left, right) ?? .call("modulus:by:", left, right)
    }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (left, right) = (try lhs.translated(in: scope), try rhs.translated(in: scope))
        return try folded(scope, left, right) ?? .call("divide:by:", left, right)
    }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let number = try wrapped.translated(in: scope)
        return try folded(scope, number) ?? .call("from:subtract:", .constant(0), number)
    }
}

extension Term {
    fileprivate static func call(_ name: String, _ left: Term, _ right: Term) throws -> Term {
        Term(.value(.function(FunctionCall(name, [try left.asExpression(), try right.asExpression()]))))
    }

    /// Foundation stops the program at a division by a captured zero.
    fileprivate func requireDivisor() throws {
        if case .constant(let value) = meaning, ConstantValue(value) == .integer(0) {
            throw PredicateRefusal("a division by a captured zero", "it would stop the program in memory")
        }
    }
}

// MARK: - Ranges

extension PredicateExpressions.Range: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        Term(
            .range(
                TermRange(
                    lower: try lower.translated(in: scope), upper: try upper.translated(in: scope),
                    includesUpper: false)))
    }
}

extension PredicateExpressions.ClosedRange: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        Term(
            .range(
                TermRange(
                    lower: try lower.translated(in: scope), upper: try upper.translated(in: scope),
                    includesUpper: true)))
    }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let element = try self.element.translated(in: scope)
        guard case .range(let range) = try self.range.translated(in: scope).meaning else {
            throw PredicateRefusal(
                "contains on \(RangeExpression.Output.self)", "use a Range or a ClosedRange")
        }
        if element.isConstant, range.lower?.isConstant != false, range.upper?.isConstant != false {
            return scope.constant(try evaluate(scope.bindings))
        }
        return .truth(try range.contains(element))
    }
}

extension TermRange {
    func contains(_ element: Term) throws -> Truth {
        if includesUpper, element.fallback == nil, let between = try between(element) { return between }
        var truth = Truth(true)
        if let lower { truth = truth.and(try Term.ordering(element, .greaterThanOrEqual, lower)) }
        if let upper {
            truth = truth.and(try Term.ordering(element, includesUpper ? .lessThanOrEqual : .lessThan, upper))
        }
        return truth
    }

    private func between(_ element: Term) throws -> Truth? {
        guard let lower, let upper, lower.isConstant, upper.isConstant, !lower.isUnsigned else { return nil }
        let bounds = ExpressionNode.aggregate([try lower.asExpression(), try upper.asExpression()])
        let node = PredicateNode.comparison(
            ComparisonNode(try element.asExpression(), .between, bounds))
        return Truth(node, else: .not(node))
    }
}

/// A captured range.
protocol BoundedRange {
    var termRange: TermRange { get }
}

extension Swift.Range: BoundedRange {
    var termRange: TermRange {
        TermRange(lower: .constant(lowerBound), upper: .constant(upperBound), includesUpper: false)
    }
}

extension Swift.ClosedRange: BoundedRange {
    var termRange: TermRange {
        TermRange(lower: .constant(lowerBound), upper: .constant(upperBound), includesUpper: true)
    }
}

extension PartialRangeFrom: BoundedRange {
    var termRange: TermRange {
        TermRange(lower: .constant(lowerBound), upper: nil, includesUpper: false)
    }
}

extension PartialRangeThrough: BoundedRange {
    var termRange: TermRange { TermRange(lower: nil, upper: .constant(upperBound), includesUpper: true) }
}

extension PartialRangeUpTo: BoundedRange {
    var termRange: TermRange { TermRange(lower: nil, upper: .constant(upperBound), includesUpper: false) }
}
