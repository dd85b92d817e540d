// SPDX-License-Identifier: Apache-2.0
// Where values of one kind, or numbers of several, are close to each other: texts that begin alike, the ends of integers,
// decimals with a fraction of nothing, data, nothing among numbers.

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Order and equality of neighbours") struct OrderRuleTests {
    @Test("PRE-150 a text stands before those that begin with it")
    func prefixes() throws {
        #expect(try evaluate("s < 'abc'", ["s": "ab"]))
        #expect(try !evaluate("s < 'ab'", ["s": "abc"]))
    }

    @Test("an integer is compared with a fraction exactly, also beyond its range")
    func fractions() throws {
        let values: [String: Any] = [
            "most": Int64.max, "least": Int64.min, "two63": 0x1p63, "beyond": -0x1.8p63,
        ]
        #expect(try evaluate("most < two63", values) && evaluate("two63 > most", values))
        #expect(try evaluate("least > beyond", values) && !evaluate("most == two63", values))
    }

    @Test("a decimal is the number that it shows, however many digits it keeps")
    func decimals() throws {
        // Decimals are made without needless digits; a common exponent brings them: 1.0.
        var one = Decimal(1)
        var half = Decimal(sign: .plus, exponent: -1, significand: 5)
        #expect(NSDecimalNormalize(&one, &half, .plain) == .noError && one.exponent == -1)
        #expect(try evaluate("d == 1", ["d": one]) && evaluate("1 == d", ["d": one]))
        #expect(try evaluate("d IN {1, 2}", ["d": one]) && evaluate("1 IN l", ["l": [one]]))
        #expect(Number.exactInteger(Decimal(string: "-1.5") ?? 0) == -1)
        #expect(Number.exactInteger(Decimal(string: "1.5") ?? 0) == 1)
    }

    @Test("PRE-102 a decimal equals the double of the same digits, however many of them are decimal places")
    func sameDigits() throws {
        for places in 1...12 {
            for digits in stride(from: 7, to: 9_999, by: 613) {
                let decimal = Decimal(sign: .plus, exponent: -places, significand: Decimal(digits))
                let double = try #require(Double("\(digits)e-\(places)"))
                let values: [String: Any] = ["d": decimal, "x": double, "e": -decimal, "y": -double]
                #expect(try evaluate("d == x AND d <= x AND d >= x AND e == y", values), "\(decimal)")
                #expect(try evaluate("NOT (d < x OR e > y) AND d IN {1, x}", values), "\(decimal)")
            }
        }
    }

    @Test("PRE-102 so does one of more digits than a double has")
    func manyDigits() throws {
        for text in ["123456789.0123456789", "0.1234567890123456789", "-9876543210.987654321"] {
            let values: [String: Any] = [
                "d": try #require(Decimal(string: text)), "x": try #require(Double(text)),
            ]
            #expect(try evaluate("d == x AND x == d AND d <= x AND d >= x", values), "\(text)")
        }
    }

    @Test("data are ordered byte by byte")
    func data() throws {
        let values: [String: Any] = ["a": Data([1, 2]), "b": Data([1, 3])]
        #expect(try evaluate("a < b", values) && !evaluate("b < a", values))
    }

    @Test("an average leaves out what has no value")
    func average() throws {
        #expect(try Statistics.average([.integer(1), .null, .integer(3)]) == .double(2))
    }
}
