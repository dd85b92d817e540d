// SPDX-License-Identifier: Apache-2.0
// Random trees and random texts from a seed, the same on every run.

import Foundation

@testable import PerdurePredicates

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Makes trees as the parser gives them: lists of constants are constants, compounds have two parts or more.
struct TreeGenerator {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(state: seed) }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func predicate(_ depth: Int) -> PredicateNode {
        switch depth > 0 ? chance(8) : 3 + chance(5) {
        case 0: return .and([predicate(depth - 1), predicate(depth - 1)])
        case 1: return .or([predicate(depth - 1), predicate(depth - 1), predicate(depth - 1)])
        case 2: return .not(predicate(depth - 1))
        case 3: return .truth(chance(2) == 0)
        default: return .comparison(comparison(depth))
        }
    }

    private mutating func comparison(_ depth: Int) -> ComparisonNode {
        let comparison = pick(
            [ComparisonNode.Comparison.equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan] + [
                .greaterThanOrEqual, .matches, .like, .beginsWith, .endsWith, .isIn, .contains, .between,
            ])
        let options = comparison == .between ? [] : ComparisonOptions(rawValue: UInt(chance(16)))
        return ComparisonNode(
            expression(depth), comparison, expression(depth),
            qualifier: pick([.direct, .direct, .all, .any]), options: options)
    }

    mutating func expression(_ depth: Int) -> ExpressionNode {
        guard depth > 0 else { return leaf() }
        switch chance(14) {
        case 0: return .keyPath(base: .variable("v"), keys: [key(), key()])
        case 1: return .index(base: expression(depth - 1), pick([.first, .last, .size, .expression(leaf())]))
        case 2...5:
            return .function(
                FunctionCall(pick(Self.operators), [expression(depth - 1), expression(depth - 1)]))
        case 6:
            return .function(
                FunctionCall(
                    pick(["lowercase:", "sqrt:", "sum:", "onesComplement:"]), [expression(depth - 1)]))
        case 7: return .function(FunctionCall("length", operand: expression(depth - 1), []))
        case 8: return .list([expression(depth - 1), leaf()])
        case 9: return .subquery(collection: .key(key()), variable: "x", predicate: predicate(depth - 1))
        case 10: return .conditional(predicate(depth - 1), expression(depth - 1), leaf())
        case 11:
            return .setOperation(
                pick([.union, .intersect, .minus]), expression(depth - 1), expression(depth - 1))
        case 12: return .function(FunctionCall("now", []))
        default: return leaf()
        }
    }

    private static let operators = [
        "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "raise:toPower:", "modulus:by:",
        "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
    ]

    private mutating func key() -> String {
        pick(["a", "größe", "any", "SELF", "first", "@count", "end", "a b", "x.y", "it's", "\"", "nil", "_1"])
    }

    private mutating func leaf() -> ExpressionNode {
        switch chance(6) {
        case 0: return .key(key(), key())
        case 1: return .variable("name")
        case 2: return .evaluatedObject
        default: return .constant(constant())
        }
    }

    private mutating func constant() -> ConstantValue {
        switch chance(14) {
        case 0: .null
        case 1: .boolean(chance(2) == 0)
        case 2: .integer(pick([0, -1, 42, .min, .max]))
        case 3: .double(pick([0.5, -2, 1e300, -1e-7, .infinity, -0.0, 3]))
        case 4: .decimal(pick([Decimal(string: "1.20") ?? 0, Decimal(UInt64.max), -3]))
        case 5: .date(Date(timeIntervalSinceReferenceDate: pick([0, -1.5, 694_224_000.123])))
        case 6: .data(Data([0, 255, UInt8(chance(256))]))
        case 7: .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(chance(256)))))
        case 8: .array([.integer(1), .string("a"), .array([])])
        case 9: .dictionary(["k": .integer(1), "a\"": .null])
        case 10: .url(URL(filePath: "/a/b"))
        default:
            .string(pick(["", "x", "it's \"q\"", "\\", "\n\t\r\u{0}\u{1f}", "\u{301}", "👩‍👩‍👧", "%@", "Brûlée"]))
        }
    }
}
