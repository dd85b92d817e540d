// SPDX-License-Identifier: Apache-2.0
// Random predicates of voyages, made of Foundation's nodes as #Predicate makes them. PredicateDraw+Values.swift draws their values.

import Foundation
import PerdureTestSupport

typealias Drawn<Output> = any StandardPredicateExpression<Output>
typealias Make = PredicateExpressions

/// Draws predicates; the same seed gives the same ones.
struct PredicateDraw {
    var random: SeededNumbers
    let voyage: Make.Variable<Voyage>

    static func predicate(_ seed: UInt64) -> Predicate<Voyage> {
        Predicate<Voyage> { variable in
            var draw = PredicateDraw(random: SeededNumbers(seed: seed), voyage: variable)
            return draw.flag(3)
        }
    }

    mutating func pick<Value>(_ pool: [Value]) -> Value {
        pool[Int.random(in: 0..<pool.count, using: &random)]
    }

    mutating func flag(_ depth: Int) -> Drawn<Bool> {
        guard depth > 0 else { return leaf() }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return Self.both(flag(depth - 1), flag(depth - 1))
        case 1: return Self.either(flag(depth - 1), flag(depth - 1))
        case 2: return Self.not(flag(depth - 1))
        case 3: return Self.choice(flag(depth - 1), flag(depth - 1), flag(depth - 1))
        case 4, 5: return Self.compare(number(depth - 1), number(depth - 1), isLess: pick([true, false]))
        case 6: return Self.equal(number(depth - 1), number(depth - 1))
        default: return leaf()
        }
    }

    private static func both(
        _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
    )
        -> Drawn<Bool>
    { Make.build_Conjunction(lhs: left, rhs: right) }

    static func either(
        _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
    ) -> Drawn<Bool> { Make.build_Disjunction(lhs: left, rhs: right) }

    private static func not(_ part: some StandardPredicateExpression<Bool>) -> Drawn<Bool> {
        Make.build_Negation(part)
    }

    static func choice<Output>(
        _ test: some StandardPredicateExpression<Bool>, _ yes: some StandardPredicateExpression<Output>,
        _ no: some StandardPredicateExpression<Output>
    ) -> Drawn<Output> { Make.build_Conditional(test, yes, no) }

    private static func compare<Output: Comparable>(
        _ left: some StandardPredicateExpression<Output>, _ right: some StandardPredicateExpression<Output>,
        isLess: Bool
    ) -> Drawn<Bool> {
        isLess
            ? Make.build_Comparison(lhs: left, rhs: right, op: .lessThan)
            : Make.build_Comparison(lhs: left, rhs: right, op: .greaterThanOrEqual)
    }

    static func equal<Output: Equatable>(
        _ left: some StandardPredicateExpression<Output>, _ right: some StandardPredicateExpression<Output>
    ) -> Drawn<Bool> { Make.build_Equal(lhs: left, rhs: right) }

    static func unequal<Output: Equatable>(
        _ left: some StandardPredicateExpression<Output>, _ right: some StandardPredicateExpression<Output>
    ) -> Drawn<Bool> { Make.build_NotEqual(lhs: left, rhs: right) }
}
