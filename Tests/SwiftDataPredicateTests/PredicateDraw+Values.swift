// SPDX-License-Identifier: Apache-2.0
// The values and tests that PredicateDraw.swift puts together: properties, chains, members, enums, structs, classes.

import Foundation

extension PredicateDraw {
    /// A value that is not nil.
    mutating func number(_ depth: Int) -> Drawn<Int> {
        let constant = pick([0, 1, 2, 3, -4])
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return Make.build_Arg(constant)
        case 1: return path(\.rating)
        case 2: return Make.build_KeyPath(root: path(\.place), keyPath: \.floor)
        case 3: return Make.build_NilCoalesce(lhs: path(\.bonus), rhs: Make.build_Arg(constant))
        case 4: return Make.build_NilCoalesce(lhs: age, rhs: Make.build_Arg(constant * 10))
        case 5: return Make.build_KeyPath(root: path(\.stops), keyPath: \.count)
        case 6 where depth > 0: return Self.sum(number(depth - 1), number(depth - 1))
        case 7 where depth > 0: return Self.choice(flag(depth - 1), number(depth - 1), number(depth - 1))
        default: return path(\.number)
        }
    }

    private static func sum(
        _ left: some StandardPredicateExpression<Int>, _ right: some StandardPredicateExpression<Int>
    )
        -> Drawn<Int>
    { Make.build_Arithmetic(lhs: left, rhs: right, op: .add) }

    func path<Value>(_ keyPath: any KeyPath<Voyage, Value> & Sendable)
        -> Make.KeyPath<Make.Variable<Voyage>, Value>
    {
        Make.build_KeyPath(root: voyage, keyPath: keyPath)
    }

    private var age: some StandardPredicateExpression<Int?> {
        Make.build_flatMap(path(\.captain)) { Make.build_KeyPath(root: $0, keyPath: \.age) }
    }

    mutating func leaf() -> Drawn<Bool> {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return optional()
        case 1: return text()
        case 2: return form()
        case 3: return members()
        case 4: return object()
        default:
            return pick([path(\.seen), Make.build_NilCoalesce(lhs: path(\.liked), rhs: Make.build_Arg(true))])
        }
    }

    private mutating func optional() -> Drawn<Bool> {
        let value = pick([nil, 0, 1, 20, 30])
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return Self.equal(path(\.bonus), Make.build_Arg(value))
        case 1: return Self.unequal(path(\.bonus), Make.build_Arg(value))
        case 2: return Self.equal(age, Make.build_Arg(value))
        case 3: return Self.unequal(age, Make.build_Arg(value))
        default: return Self.equal(path(\.depth), Make.build_NilLiteral())
        }
    }

    private mutating func text() -> Drawn<Bool> {
        let word = pick(VoyageSamples.texts + ["o", "R", "%"])
        let note = Make.build_NilCoalesce(lhs: path(\.note), rhs: Make.build_Arg(word))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return Self.equal(path(\.title), note)
        case 1: return Make.build_contains(path(\.title), Make.build_Arg(word))
        case 2: return Make.build_starts(path(\.title), with: note)
        case 3: return Make.build_Comparison(lhs: path(\.title), rhs: Make.build_Arg(word), op: .lessThan)
        case 4: return Make.build_KeyPath(root: note, keyPath: \.isEmpty)
        default: return Make.build_contains(Make.build_Arg([word, "Rome"]), path(\.title))
        }
    }

    private mutating func form() -> Drawn<Bool> {
        let (season, mood, rank) = (pick(Season.allCases), pick(Mood.allCases), pick([Rank.low, .high, nil]))
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return Self.equal(path(\.season), Make.build_Arg(season))
        case 1: return Self.unequal(path(\.mate), Make.build_Arg(Optional(season)))
        case 2: return Self.equal(path(\.mate), Make.build_NilLiteral())
        case 3: return Self.equal(path(\.mood), Make.build_Arg(mood))
        case 4: return Self.equal(path(\.rank), Make.build_Arg(rank))
        case 5: return Self.unequal(path(\.rank), Make.build_Arg(rank))
        case 6: return Make.build_contains(Make.build_Arg([season, .winter]), path(\.season))
        case 7:
            let city = Make.build_flatMap(path(\.lodging)) { Make.build_KeyPath(root: $0, keyPath: \.city) }
            return Self.equal(city, Make.build_Arg(Optional(pick(VoyageSamples.cities))))
        case 8: return Self.equal(path(\.place), Make.build_Arg(place()))
        case 9: return Self.unequal(path(\.lodging), Make.build_Arg(Optional(place())))
        case 10: return Make.build_contains(Make.build_Arg([place(), place()]), path(\.place))
        default: return Self.unequal(path(\.lodging), Make.build_NilLiteral())
        }
    }

    private mutating func place() -> Place {
        Place(city: pick(VoyageSamples.cities), zip: pick(["00100", "1", nil]), floor: pick([0, 1, 2]))
    }

    private mutating func members() -> Drawn<Bool> {
        let days = pick([0, 1, 2])
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return Make.build_contains(path(\.stops)) {
                Make.build_Equal(
                    lhs: Make.build_KeyPath(root: $0, keyPath: \.days), rhs: Make.build_Arg(days))
            }
        case 1:
            return Make.build_allSatisfy(path(\.stops)) {
                Make.build_NotEqual(
                    lhs: Make.build_KeyPath(root: $0, keyPath: \.fee), rhs: Make.build_NilLiteral())
            }
        case 2:
            let filtered = Make.build_filter(path(\.stops)) {
                Make.build_Comparison(
                    lhs: Make.build_KeyPath(root: $0, keyPath: \.days), rhs: path(\.rating), op: .greaterThan)
            }
            return Self.equal(Make.build_KeyPath(root: filtered, keyPath: \.count), Make.build_Arg(days))
        default: return Make.build_KeyPath(root: path(\.stops), keyPath: \.isEmpty)
        }
    }

    private mutating func object() -> Drawn<Bool> {
        let count = pick([1, 2])
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return Make.TypeCheck<Make.Variable<Voyage>, TradeVoyage>(voyage)
        case 1: return Make.TypeCheck<Make.Variable<Voyage>, LeisureVoyage>(voyage)
        case 2:
            let cast = Make.ConditionalCast<Make.Variable<Voyage>, LeisureVoyage>(voyage)
            let guests = Make.build_flatMap(cast) { Make.build_KeyPath(root: $0, keyPath: \.guests) }
            return Self.unequal(guests, Make.build_Arg(Optional(count)))
        case 3:
            let cast = Make.ConditionalCast<Make.Variable<Voyage>, TradeVoyage>(voyage)
            let price = Make.build_flatMap(cast) { Make.build_KeyPath(root: $0, keyPath: \.price) }
            return Self.equal(price, Make.build_NilLiteral())
        default: return Self.equal(path(\.captain), Make.build_NilLiteral())
        }
    }
}
