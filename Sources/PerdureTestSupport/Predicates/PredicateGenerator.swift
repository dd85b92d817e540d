// SPDX-License-Identifier: Apache-2.0
// Random predicates over the entities of PredicateShop.swift: every operator, option, quantifier, function and kind of path of
// the language that a store can run. Comparisons are in PredicateGenerator+Comparisons.swift, expressions in
// PredicateGenerator+Expressions.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// Makes predicates from a seed.
package struct PredicateGenerator {
    package var random: SeededNumbers
    /// The objects that constants may name; none for predicates that are printed.
    package let keys: [String: [ObjectKey]]
    private var variables = 0

    package init(seed: UInt64, keys: [String: [ObjectKey]] = [:]) {
        random = SeededNumbers(seed: seed)
        self.keys = keys
    }

    /// What names mean where an expression stands.
    package struct Scope {
        /// The entity of the objects that are looked for.
        var entity: String
        /// The variables of enclosing subqueries, with their entities.
        var variables: [(name: String, entity: String)] = []
    }

    package mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    package mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// A predicate on objects of an entity.
    package mutating func predicate(_ entity: String) -> PredicateNode {
        predicate(pick([0, 0, 0, 1, 1, 2]), Scope(entity: entity))
    }

    package mutating func predicate(_ depth: Int, _ scope: Scope) -> PredicateNode {
        guard depth > 0 else { return comparison(0, scope) }
        switch chance(9) {
        case 0, 1: return .and([predicate(depth - 1, scope), predicate(depth - 1, scope)])
        case 2: return .or([predicate(depth - 1, scope), predicate(depth - 1, scope)])
        case 3: return .or((0..<3).map { _ in predicate(depth - 1, scope) })
        case 4, 5: return .not(predicate(depth - 1, scope))
        case 6: return .truth(chance(2) == 0)
        default: return comparison(depth, scope)
        }
    }

    /// A name for a subquery's variable.
    package mutating func variable() -> String {
        variables += 1
        return "v\(variables)"
    }
}

/// The properties of the entities by kind.
package struct EntityShape {
    package var numbers: [String] = []
    package var texts: [String] = []
    package var dates: [String] = []
    package var others: [(key: String, constants: [ConstantValue])] = []
    package var toOne: [(key: String, entity: String)] = []
    package var toMany: [(key: String, entity: String)] = []

    package static let shapes: [String: EntityShape] = [
        "Item": EntityShape(
            numbers: ["number", "small", "amount", "price"], texts: ["name", "note"], dates: ["date", "day"],
            others: [
                ("flag", [.boolean(true), .boolean(false), .integer(1), .integer(2)]),
                ("mark", Pools.uuids.map(ConstantValue.uuid)), ("link", Pools.urls.map(ConstantValue.url)),
                ("bytes", Pools.data.map(ConstantValue.data)),
            ],
            toOne: [("owner", "Owner"), ("parent", "Item")],
            toMany: [("children", "Item"), ("tags", "Tag"), ("friends", "Item"), ("steps", "Tag")]),
        "Owner": EntityShape(
            numbers: ["age", "balance"], texts: ["name"], toOne: [("boss", "Owner")],
            toMany: [("staff", "Owner"), ("items", "Item")]),
        "Tag": EntityShape(
            numbers: ["weight"], texts: ["name"], toMany: [("items", "Item"), ("usedBy", "Item")]),
    ]

    package static func of(_ entity: String) -> EntityShape { shapes[entity] ?? EntityShape() }
}
