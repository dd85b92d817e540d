// SPDX-License-Identifier: Apache-2.0
// Collections of a #Predicate: members of relationships become sub-selects, captured collections lists, and tests over
// captured ones are written out element by element. Part of TranslatableExpression.swift.

import Foundation

extension PredicateExpressions.SequenceContains: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (whole, part) = (try sequence.translated(in: scope), try element.translated(in: scope))
        if let known = try folded(scope, whole, part) { return known }
        switch whole.meaning {
        case .constant(let value): return .truth(try part.isIn(captured: value))
        case .members(let node): return .truth(try whole.contains(part, in: node))
        case .range(let range): return .truth(try range.contains(part))
        case .value: return .truth(try Term.test(whole, .contains, part))
        case .encoded: throw Term.encodedRefusal
        case .truth, .cases, .parts:
            throw PredicateRefusal("contains on \(LHS.Output.self)", "use a collection")
        }
    }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let whole = try sequence.translated(in: scope)
        if whole.isConstant {
            let tests = try sequence.evaluate(scope.bindings).map {
                try self.test.translated(in: scope.binding(variable, toValue: $0)).asTruth()
            }
            return .truth(tests.reduce(Truth(false)) { $0.or($1) })
        }
        let (inner, name) = scope.entering(variable)
        let test = try self.test.translated(in: inner).asTruth()
        return .truth(try whole.has(name, where: test.isTrue))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let whole = try sequence.translated(in: scope)
        if whole.isConstant {
            let tests = try sequence.evaluate(scope.bindings).map {
                try self.test.translated(in: scope.binding(variable, toValue: $0)).asTruth()
            }
            return .truth(tests.reduce(Truth(true)) { $0.and($1) })
        }
        let (inner, name) = scope.entering(variable)
        let test = try self.test.translated(in: inner).asTruth()
        return .truth(try whole.has(name, where: test.isFalse).negated)
    }
}

extension PredicateExpressions.Filter: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let whole = try sequence.translated(in: scope)
        if whole.isConstant { return try filtered(in: scope) }
        let (inner, name) = scope.entering(variable)
        let test = try filter.translated(in: inner).asTruth()
        return Term(.members(try whole.subquery(name, where: test.isTrue)), presence: whole.presence)
    }

    /// Translates a filter over captured values; it has a form when it reads captured values only.
    private func filtered(in scope: PredicateScope) throws -> Term {
        let kept = try sequence.evaluate(scope.bindings).filter { element in
            let test = try filter.translated(in: scope.binding(variable, toValue: element))
            guard case .constant(let value) = test.meaning else {
                throw PredicateRefusal(
                    "filter on captured values by a property of the object",
                    "use contains(where:) or allSatisfy")
            }
            return value as? Bool == true
        }
        return scope.constant(kept)
    }
}

extension PredicateExpressions.SequenceMinimum: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let whole = try elements.translated(in: scope)
        return try folded(scope, whole) ?? whole.extreme("min:")
    }
}

extension PredicateExpressions.SequenceMaximum: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let whole = try elements.translated(in: scope)
        return try folded(scope, whole) ?? whole.extreme("max:")
    }
}

extension PredicateExpressions.CollectionIndexSubscript: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (whole, place) = (try wrapped.translated(in: scope), try index.translated(in: scope))
        if let known = try folded(scope, whole, place) { return known }
        return .member(
            .index(base: try whole.asExpression(), .expression(try place.asExpression())), of: Output.self)
    }
}

extension PredicateExpressions.DictionaryKeySubscript: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (whole, key) = (try wrapped.translated(in: scope), try key.translated(in: scope))
        if let known = try folded(scope, whole, key) { return known }
        return .member(
            .index(base: try whole.asExpression(), .expression(try key.asExpression())), of: Value?.self)
    }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: TranslatableExpression {
    func term(in scope: PredicateScope) throws -> Term {
        let (whole, key) = (try wrapped.translated(in: scope), try key.translated(in: scope))
        let other = try `default`.translated(in: scope)
        if let known = try folded(scope, whole, key, other) { return known }
        let found = Term.member(
            .index(base: try whole.asExpression(), .expression(try key.asExpression())), of: Output?.self)
        return try found.coalesced(with: other, isTruth: Term.isTruth(Output.self))
    }
}

extension Term {
    /// Whether the value is one of those in a captured collection.
    fileprivate func isIn(captured value: Any?) throws -> Truth {
        switch meaning {
        case .cases, .parts: break
        default: return try isIn(ConstantValue(captured: value).elements ?? [])
        }
        let elements = value as? [Any] ?? (value as? Set<AnyHashable>)?.map(\.base) ?? []
        return try elements.map { try Term.equality(self, .constant($0)) }.reduce(Truth(false)) { $0.or($1) }
    }

    /// Whether the value is one of a list; nil may be in it.
    fileprivate func isIn(_ elements: [ConstantValue]) throws -> Truth {
        let values = elements.filter { $0 != .null }
        let test = PredicateNode.comparison(
            ComparisonNode(try asExpression(), .isIn, .constant(.array(values))))
        let inside = values.isEmpty ? .truth(false) : test
        let outside = values.isEmpty ? PredicateNode.truth(true) : .not(test)
        if values.count == elements.count {
            return Truth(inside, else: .any([outside, presence.isNil]))
        }
        return Truth(.any([inside, presence.isNil]), else: .all([outside, presence.isThere]))
    }

    /// Whether an object is among members.
    fileprivate func contains(_ part: Term, in node: ExpressionNode) throws -> Truth {
        guard part.isConstant else {
            let test = PredicateNode.comparison(
                ComparisonNode(.variable("member"), .equal, try part.asExpression()))
            return try has("member", where: test)
        }
        let test = PredicateNode.comparison(
            ComparisonNode(node, .equal, try part.asExpression(), qualifier: .any))
        return Truth(test, else: .not(test))
    }

    /// Whether a member passes a test.
    fileprivate func has(_ variable: String, where test: PredicateNode) throws -> Truth {
        try Term(.members(subquery(variable, where: test))).hasNoMembers().negated
    }

    fileprivate func subquery(_ variable: String, where test: PredicateNode) throws -> ExpressionNode {
        .subquery(collection: try asExpression(), variable: variable, predicate: test)
    }

    /// `count` of members.
    func memberCount() throws -> Term {
        Term(.value(try asExpression().reading(["@count"])))
    }

    /// `isEmpty` of members.
    func hasNoMembers() throws -> Truth {
        let count = try asExpression().reading(["@count"])
        let zero = ExpressionNode.constant(.integer(0))
        return Truth(
            .comparison(ComparisonNode(count, .equal, zero)),
            else: .comparison(ComparisonNode(count, .greaterThan, zero)))
    }

    fileprivate func extreme(_ name: String) throws -> Term {
        .optional(.function(FunctionCall(name, [try asExpression()])))
    }
}
