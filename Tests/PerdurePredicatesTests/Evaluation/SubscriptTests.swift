// SPDX-License-Identifier: Apache-2.0
// Places in collections and assignments, evaluated in memory (PRE-11, PRE-20).

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Indexes and assignments")
struct SubscriptTests {
    private let record = Record([
        "list": [3, 5, 8], "set": NSOrderedSet(array: ["a", "b"]), "map": ["k": 1, "l": 2], "key": "l",
        "place": 1, "nothing": NSNull(), "rows": [Record(["n": 4]), Record(["n": 6])], "empty": [Any](),
    ])

    @Test(
        "PRE-11 arrays and ordered sets by number, FIRST, LAST and SIZE, dictionaries by key",
        arguments: [
            ("list[0]", ConstantValue.integer(3)), ("list[2]", .integer(8)), ("list[FIRST]", .integer(3)),
            ("list[last]", .integer(8)), ("list[SIZE]", .integer(3)), ("list[place]", .integer(5)),
            ("list[place + 1]", .integer(8)), ("set[1]", .string("b")), ("set[LAST]", .string("b")),
            ("map['k']", .integer(1)), ("map[key]", .integer(2)),
            ("rows[1].n", .integer(6)), ("rows[FIRST].n", .integer(4)), ("{7, 9}[1]", .integer(9)),
            ("empty[SIZE]", .integer(0)), ("empty[FIRST]", .null), ("nothing[0]", .null), ("map['x']", .null),
        ])
    func indexes(text: String, expected: ConstantValue) throws {
        #expect(try value(text, record) == expected)
    }

    @Test("PRE-11 a place that is not there is an error that says so", arguments: ["list[3]", "list[-1]"])
    func outside(text: String) {
        #expect(reason { _ = try value(text, record) } != nil)
    }

    @Test("PRE-20 an assignment is its value, alone and within a compound")
    func assignment() throws {
        #expect(try value("$x := 1 + 2") == .integer(3))
        #expect(try value("$x := list[1]", record) == .integer(5))
        #expect(try evaluate("($x := place) == 1 AND map['k'] == 1", record))
        #expect(try !evaluate("($x := place) == 2", record))
    }
}
