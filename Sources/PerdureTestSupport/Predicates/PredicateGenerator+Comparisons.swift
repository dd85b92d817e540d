// SPDX-License-Identifier: Apache-2.0
// Random comparisons, by the kind of their sides. Part of PredicateGenerator.swift.

import Foundation
import PerdurePredicates
import PerdureStore

extension PredicateGenerator {
    typealias Comparison = ComparisonNode.Comparison

    private static let orders = [
        Comparison.equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    ]

    package mutating func comparison(_ depth: Int, _ scope: Scope) -> PredicateNode {
        switch chance(20) {
        case 0...3: return numbers(depth, scope)
        case 4...7: return texts(depth, scope)
        case 8: return dates(scope)
        case 9: return others(scope)
        case 10, 11: return references(scope)
        case 12: return nilTest(scope)
        case 13, 14: return quantified(scope)
        case 15, 16: return aggregate(depth, scope)
        case 17: return subquery(depth, scope)
        case 18: return membership(scope)
        default: return mixedKinds(scope)
        }
    }

    private func make(
        _ left: ExpressionNode, _ comparison: Comparison, _ right: ExpressionNode,
        _ options: ComparisonOptions = [], _ qualifier: ComparisonNode.Qualifier = .direct
    ) -> PredicateNode {
        .comparison(ComparisonNode(left, comparison, right, qualifier: qualifier, options: options))
    }

    private mutating func numbers(_ depth: Int, _ scope: Scope) -> PredicateNode {
        let left = number(depth, scope)
        switch chance(6) {
        case 0: return make(left, .between, .list([number(0, scope), number(0, scope)]))
        case 1: return make(left, .isIn, list { $0.chance(8) == 0 ? .null : $0.numberConstant() })
        default: return make(left, pick(Self.orders), number(depth, scope))
        }
    }

    private mutating func texts(_ depth: Int, _ scope: Scope) -> PredicateNode {
        let left = text(depth, scope)
        switch chance(10) {
        case 0: return make(left, .like, .constant(.string(pick(Pools.likes))), options())
        case 1: return make(left, .matches, .constant(.string(pick(Pools.expressions))), options())
        case 2, 3: return make(left, pick([.contains, .beginsWith, .endsWith]), text(0, scope), options())
        case 4: return make(text(0, scope), .isIn, left, options())
        case 5: return make(left, .between, .list([text(0, scope), text(0, scope)]))
        case 6: return make(left, .isIn, list { .string($0.pick(Pools.texts)) }, pick([[], [], options()]))
        default: return make(left, pick(Self.orders), text(depth, scope), pick([[], options()]))
        }
    }

    /// Any letters but l, whose order is the locale's.
    private mutating func options() -> ComparisonOptions {
        ComparisonOptions(rawValue: UInt(pick([0, 0, 1, 2, 3, 4, 8, 9, 11])))
    }

    private mutating func dates(_ scope: Scope) -> PredicateNode {
        switch chance(6) {
        case 0: return make(date(scope), .between, .list([date(scope), date(scope)]))
        case 1: return make(date(scope), .isIn, list { .date($0.pick(Pools.dates)) })
        case 2: return make(date(scope), .lessThan, .function(FunctionCall("now", [])))
        default: return make(date(scope), pick(Self.orders), date(scope))
        }
    }

    private mutating func others(_ scope: Scope) -> PredicateNode {
        guard let (base, key, constants) = path(scope, { $0.others }) else { return nilTest(scope) }
        let left = base.appending([key])
        if chance(4) == 0 { return make(left, .isIn, list { $0.pick(constants) }) }
        let sides = [left, .constant(pick(constants))]
        let isTurned = chance(3) == 0
        return make(sides[isTurned ? 1 : 0], pick([.equal, .notEqual]), sides[isTurned ? 0 : 1])
    }

    private mutating func references(_ scope: Scope) -> PredicateNode {
        let (left, entity) = object(scope)
        switch chance(5) {
        case 0:
            return make(left, .isIn, list { $0.reference(entity) })
        case 1:
            let (right, _) = object(scope)
            return make(left, pick([.equal, .notEqual]), right)
        case 2 where left != .evaluatedObject:
            return make(
                left.appending(["objectID"]), pick([.equal, .notEqual]), .constant(reference(entity)))
        default:
            return make(left, pick([.equal, .notEqual]), .constant(reference(entity)))
        }
    }

    private mutating func nilTest(_ scope: Scope) -> PredicateNode {
        let sides = [anything(scope), .constant(.null)]
        let isTurned = chance(3) == 0
        return make(sides[isTurned ? 1 : 0], pick([.equal, .notEqual]), sides[isTurned ? 0 : 1])
    }

    /// ANY, ALL and NONE.
    private mutating func quantified(_ scope: Scope) -> PredicateNode {
        let (members, entity) = collection(scope)
        let qualifier = pick([ComparisonNode.Qualifier.any, .all])
        let shape = EntityShape.of(entity)
        let result: PredicateNode
        switch chance(5) {
        case 0:
            result = make(members, pick([.equal, .notEqual]), .constant(reference(entity)), [], qualifier)
        case 1, 2:
            let text = members.appending([pick(shape.texts)])
            let comparison = pick(Self.orders + [.contains, .beginsWith, .like])
            result = make(text, comparison, .constant(.string(pick(Pools.texts))), options(), qualifier)
        case 3:
            let list = list { $0.numberConstant() }
            result = make(members.appending([pick(shape.numbers)]), .isIn, list, [], qualifier)
        default:
            let number = members.appending([pick(shape.numbers)])
            result = make(number, pick(Self.orders), self.number(0, scope), [], qualifier)
        }
        return qualifier == .any && chance(3) == 0 ? .not(result) : result
    }

    private mutating func aggregate(_ depth: Int, _ scope: Scope) -> PredicateNode {
        if chance(4) == 0 {
            let (members, entity) = collection(scope)
            let path = members.appending([pick(["@min", "@max"]), pick(EntityShape.of(entity).texts)])
            return make(path, pick(Self.orders), .constant(.string(pick(Pools.texts))))
        }
        return make(aggregated(scope), pick(Self.orders), number(min(depth, 1), scope))
    }

    private mutating func subquery(_ depth: Int, _ scope: Scope) -> PredicateNode {
        let members = subqueryExpression(max(0, depth - 1), scope)
        let count = members.appending(["@count"])
        return make(count, pick(Self.orders), .constant(.integer(pick([0, 0, 1, 2]))))
    }

    /// IN and CONTAINS over to-many relationships.
    private mutating func membership(_ scope: Scope) -> PredicateNode {
        let (members, entity) = collection(scope)
        let shape = EntityShape.of(entity)
        let pairs = [
            (members, ExpressionNode.constant(reference(entity))),
            (members.appending([pick(shape.texts)]), text(0, scope)),
            (members.appending([pick(shape.numbers)]), number(0, scope)),
        ]
        let (collection, value) = pick(pairs)
        return chance(2) == 0 ? make(collection, .contains, value) : make(value, .isIn, collection)
    }

    /// Sides that have nothing to do with each other: equal to nothing.
    private mutating func mixedKinds(_ scope: Scope) -> PredicateNode {
        let sides = [anything(scope), .constant(anyConstant())]
        let isTurned = chance(3) == 0
        if chance(5) == 0 { return make(sides[0], .isIn, list { $0.anyConstant() }) }
        return make(sides[isTurned ? 1 : 0], pick([.equal, .notEqual]), sides[isTurned ? 0 : 1])
    }

    /// A list: empty, short, or so long that it is bound as one value.
    package mutating func list(_ element: (inout PredicateGenerator) -> ConstantValue) -> ExpressionNode {
        let count = pick([0, 1, 2, 3, 5, 20])
        return .constant(.array((0..<count).map { _ in element(&self) }))
    }
}
