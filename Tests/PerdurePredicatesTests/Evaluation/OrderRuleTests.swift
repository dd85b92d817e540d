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
        let one = Decimal(sign: .plus, exponent: -1, significand: 10)
        #expect(try evaluate("d == 1", ["d": one]) && evaluate("1 == d", ["d": one]))
        #expect(Number.exactInteger(Decimal(string: "-1.5") ?? 0) == -1)
        #expect(Number.exactInteger(Decimal(string: "1.5") ?? 0) == 1)
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
