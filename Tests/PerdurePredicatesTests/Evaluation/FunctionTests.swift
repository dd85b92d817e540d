// SPDX-License-Identifier: Apache-2.0
// The predefined functions (PRE-60 to PRE-62).

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Functions")
struct FunctionTests {
    static let rows: [(String, ConstantValue)] = [
        ("average({1, 2})", .double(1.5)), ("sum({1, 2.5})", .double(3.5)), ("count({1, 2, 3})", .integer(3)),
        ("min({3, 1, 2})", .integer(1)), ("max({3, 1, 2})", .integer(3)), ("median({3, 1, 2})", .double(2)),
        ("median({4, 1, 2, 3})", .double(2.5)), ("mode({1, 2, 2})", .array([.integer(2)])),
        ("stddev({2, 4, 4, 4, 5, 5, 7, 9})", .double(2)), ("sum({})", .integer(0)), ("average({})", .null),
        ("add:to:(1, 2)", .integer(3)), ("from:subtract:(5, 2)", .integer(3)),
        ("multiply:by:(2, 3)", .integer(6)),
        ("divide:by:(7, 2)", .integer(3)), ("divide:by:(7, 2.0)", .double(3.5)),
        ("modulus:by:(7, 3)", .integer(1)),
        ("modulus:by:(7, 0)", .null), ("sqrt:(9)", .double(3)), ("log:(100)", .double(2)),
        ("ln:(1)", .double(0)),
        ("raise:toPower:(2, 10)", .double(1024)), ("exp:(0)", .double(1)), ("floor:(1.5)", .double(1)),
        ("ceiling:(1.5)", .double(2)), ("trunc:(-1.5)", .double(-1)), ("abs:(-3)", .integer(3)),
        ("uppercase:('aé')", .string("AÉ")), ("lowercase:('ABC')", .string("abc")),
        ("canonical:('É')", .string("e")),
        ("length:('abc')", .integer(3)), ("bitwiseAnd:with:(6, 3)", .integer(2)),
        ("bitwiseOr:with:(6, 3)", .integer(7)), ("bitwiseXor:with:(6, 3)", .integer(5)),
        ("leftshift:by:(1, 4)", .integer(16)), ("rightshift:by:(16, 4)", .integer(1)),
        ("onesComplement:(0)", .integer(-1)), ("noindex:('x')", .string("x")),
        ("objectFrom:withIndex:({'a', 'b'}, 1)", .string("b")), ("CAST('12', 'NSNumber')", .integer(12)),
        ("CAST(12, 'NSString')", .string("12")), ("CAST(1.5, 'NSDecimalNumber')", .decimal(1.5)),
        ("lowercase:(CAST('HTTPS://A.org/B', 'NSURL'))", .string("https://a.org/b")),
        ("length:(CAST('https://a.org', 'NSURL'))", .integer(13)),
        ("length:(nil)", .null), ("1 + nil", .null),
        ("distanceToLocation:fromLocation:({0, 0}, {0, 0})", .double(0)),
    ]

    @Test("PRE-60 results", arguments: rows)
    func results(text: String, expected: ConstantValue) throws {
        #expect(try value(text) == expected)
    }

    @Test("PRE-60 a cast to a decimal keeps a double's digits, and refuses what no decimal holds")
    func decimals() throws {
        #expect(try value("CAST(0.1, 'NSDecimalNumber')") == .decimal(try #require(Decimal(string: "0.1"))))
        let large = try value("CAST(2.5e140, 'NSDecimalNumber')")
        #expect(large == .decimal(try #require(Decimal(string: "25000000000000e127"))))
        #expect(throws: (any Error).self) { try value("CAST(1e300, 'NSDecimalNumber')") }
        #expect(throws: (any Error).self) { try value("CAST(CAST('-inf', 'Double'), 'NSDecimalNumber')") }
    }

    @Test("PRE-61 random, randomn and now")
    func changing() throws {
        for _ in 0..<20 {
            #expect(try [.integer(0), .integer(1)].contains(value("random()")))
            #expect(try [.integer(0), .integer(1), .integer(2)].contains(value("randomn(3)")))
        }
        let before = Date()
        guard case .date(let now) = try value("now()") else {
            throw SyntaxFault(offset: 0, message: "no date")
        }
        #expect(now >= before && now <= Date())
    }

    @Test("PRE-60 a degree of the equator is 111 kilometres")
    func distance() throws {
        guard case .double(let metres) = try value("distanceToLocation:fromLocation:({0, 0}, {0, 1})") else {
            throw SyntaxFault(offset: 0, message: "no number")
        }
        #expect(abs(metres - 111_195) < 1)
    }

    @Test(
        "PRE-60 wrong kinds are errors",
        arguments: ["sqrt:('a')", "uppercase:(1)", "1 + 'a'", "sum({'a'})", "modulus:by:('a', 1)"])
    func wrongKinds(text: String) {
        #expect(reason { _ = try value(text) } != nil)
    }

    @Test("PRE-19 FUNCTION reaches no arbitrary method")
    func noMethods() {
        #expect(
            reason { _ = try value("FUNCTION('x', 'writeToFile:', 'y')") }?.contains("Unsupported function")
                == true)
    }
}
