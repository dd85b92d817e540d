// SPDX-License-Identifier: Apache-2.0
// Random notes, and random predicates on their sets and dictionaries.

import Foundation
import PerdurePredicates
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport

/// Makes notes and predicates.
struct MergedPredicateGenerator {
    private var random: SeededNumbers

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    mutating func pick<Value>(_ pool: [Value]) -> Value {
        pool[Int.random(in: 0..<pool.count, using: &random)]
    }

    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    // MARK: Notes

    private static let texts = ["a", "b", "B", "ab", "\u{E9}", "e\u{301}", "", "10", "zz"]
    private static let marks = (0..<3).compactMap {
        UUID(uuidString: "00000000-0000-0000-0000-00000000000\($0)")
    }
    private static let links = ["x://a", "x://b", "y://a"]

    mutating func note(_ index: Int) -> Note {
        var note = Note("n\(index)")
        note.tags = Set((0..<pick([0, 1, 2, 4])).map { _ in pick(Self.texts) })
        note.codes = Set((0..<pick([0, 1, 3])).map { _ in pick([-1, 0, 1, 2, 10]) })
        note.marks = Set((0..<pick([0, 1, 2])).map { _ in pick(Self.marks) })
        note.links = Set((0..<pick([0, 1, 2])).map { _ in pick(Self.links) })
        for key in ["x", "y", "z"] where !chance(3) { note.settings[key] = value(depth: 0) }
        note.likes = chance(3) ? nil : pick([0, 1, 2, 10])
        note.number = chance(3) ? nil : pick([0, 1, 2, 10])
        note.parent = index == 0 || chance(3) ? nil : "n\(Int.random(in: 0..<index, using: &random))"
        if chance(12) { note.damage = Data([0x62, 1, 2]) }
        return note
    }

    private mutating func value(depth: Int) -> PropertyListValue {
        switch Int.random(in: 0..<(depth == 0 ? 8 : 6), using: &random) {
        case 0: return .integer(pick([0, 1, 2, 10]))
        case 1: return .real(pick([0, 0.5, 2, 10]))
        case 2: return .boolean(pick([true, false]))
        case 3: return .date(Date(timeIntervalSinceReferenceDate: pick([0, 1, 2])))
        case 4: return .data(pick([Data(), Data([1]), Data([97])]))
        case 5: return .string(pick(Self.texts))
        case 6: return .array((0..<pick([0, 1, 3])).map { _ in value(depth: 1) })
        default: return .dictionary(["x": value(depth: 1)])
        }
    }

    // MARK: Predicates

    mutating func predicate(depth: Int = 0) -> PredicateNode {
        guard depth < 2, chance(3) else { return .comparison(comparison()) }
        let parts = [predicate(depth: depth + 1), predicate(depth: depth + 1)]
        return pick([.and(parts), .or(parts), .not(parts[0])])
    }

    private mutating func comparison() -> ComparisonNode {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return ComparisonNode(set(), .contains, single(), options: options())
        case 1: return ComparisonNode(single(), .isIn, set(), options: options())
        case 2: return ofMembers()
        case 3: return ofCount()
        default: return ofEntry()
        }
    }

    private mutating func ofMembers() -> ComparisonNode {
        let left = chance(4) ? pick([entry(), .key("children", "settings", pick(["x", "y"]))]) : set()
        let (comparison, right) = operation()
        return ComparisonNode(left, comparison, right, qualifier: pick([.any, .all]), options: options())
    }

    private mutating func ofCount() -> ComparisonNode {
        let path = pick([
            ["tags", "@count"], ["parent", "codes", "@count"], ["children", "tags", "@count"],
        ])
        let count: ExpressionNode = .constant(.integer(pick([0, 1, 2])))
        return ComparisonNode(
            .keyPath(base: .evaluatedObject, keys: path), pick([.equal, .lessThan, .greaterThan, .notEqual]),
            count)
    }

    private mutating func ofEntry() -> ComparisonNode {
        let (comparison, right) = operation()
        let isTurned = chance(6) && ![.isIn, .between].contains(comparison)
        return isTurned
            ? ComparisonNode(right, comparison, entry(), options: options())
            : ComparisonNode(entry(), comparison, right, options: options())
    }

    private mutating func operation() -> (ComparisonNode.Comparison, ExpressionNode) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return (.isIn, list(pick([0, 1, 3])))
        case 1: return (.between, list(2))
        case 2:
            return (
                pick([.beginsWith, .endsWith, .like, .contains, .matches]),
                .constant(.string(pick(["a", "B", "*b", "\u{E9}", ""])))
            )
        default:
            return (
                pick([.equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual]),
                single()
            )
        }
    }

    private mutating func set() -> ExpressionNode {
        .keyPath(
            base: .evaluatedObject,
            keys: pick([
                ["tags"], ["tags"], ["codes"], ["marks"], ["links"], ["parent", "tags"],
                ["children", "tags"],
            ]))
    }

    private mutating func entry() -> ExpressionNode {
        let path = pick([["x"], ["x"], ["y"], ["z"], ["x", "x"], ["nothing"]])
        return .keyPath(base: .evaluatedObject, keys: (chance(5) ? ["parent"] : []) + ["settings"] + path)
    }

    private mutating func single() -> ExpressionNode {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: entry()
        case 1: .key(pick(["name", "number", "likes"]))
        default: .constant(constant())
        }
    }

    private mutating func list(_ count: Int) -> ExpressionNode {
        if chance(4) { return .aggregate((0..<count).map { _ in single() }) }
        return .constant(.array((0..<count).map { _ in constant() }))
    }

    private mutating func constant() -> ConstantValue {
        pick([
            .string(pick(Self.texts)), .string(pick(Self.texts)), .integer(pick([0, 1, 2, 10])),
            .double(pick([0, 0.5, 2, 10])), .boolean(pick([true, false])), .uuid(pick(Self.marks)),
            .date(Date(timeIntervalSinceReferenceDate: pick([0, 1, 2]))), .data(Data([1])), .null,
            .decimal(pick([1, 10, 0.5])), .string(pick(Self.links)),
        ])
    }

    private mutating func options() -> ComparisonOptions {
        pick([[], [], [], .caseInsensitive, [.caseInsensitive, .diacriticInsensitive]])
    }
}
