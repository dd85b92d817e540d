// SPDX-License-Identifier: Apache-2.0
// The truth table for nil (PRE-140), both columns.

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("nil")
struct NullTableTests {
    /// Text, result in memory, result under the SQL rules.
    static let rows: [(String, Bool, Bool)] = [
        ("x == 1", false, false),
        ("x != 1", true, false),
        ("NOT (x == 1)", true, false),
        ("NOT (x != 1)", false, false),
        ("x == nil", true, true),
        ("nil == x", true, true),
        ("x != nil", false, false),
        ("x < 1", false, false),
        ("x > 1", false, false),
        ("x <= 1", false, false),
        ("x >= 1", false, false),
        ("NOT (x < 1)", true, false),
        ("x BETWEEN {1, 2}", false, false),
        ("NOT (x BETWEEN {1, 2})", true, false),
        ("x IN {1}", false, false),
        ("NOT (x IN {1})", true, false),
        ("x IN {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}", false, false),
        ("NOT (x IN {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})", true, false),
        ("x CONTAINS 'a'", false, false),
        ("x BEGINSWITH 'a'", false, false),
        ("x ENDSWITH 'a'", false, false),
        ("x LIKE 'a'", false, false),
        ("x MATCHES 'a'", false, false),
        ("NOT (x CONTAINS 'a')", true, false),
        ("x == y", true, false),
        ("x + 1 == 2", false, false),
        ("rel.attr == 1", false, false),
        ("rel.attr == nil", true, true),
        ("ANY many.attr == 1", false, false),
        ("ALL many.attr == 1", true, true),
        ("NONE many.attr == 1", true, true),
        ("many.@count == 0", true, true),
        ("many.@sum.attr == 0", true, true),
        ("many.@max.attr == nil", true, true),
        ("x == 1 OR z == 3", true, true),
        ("x == 1 AND z == 3", false, false),
        ("NOT (x == 1 AND z == 4)", true, true),
        ("NOT (x == 1 OR z == 4)", true, false),
        ("x IN {}", false, false),
        ("NOT (x IN {})", true, true),
        ("z IN {nil, 3}", true, true),
        ("NOT (z IN {nil, 4})", true, true),
        ("x IN {nil}", false, false),
        ("NOT (x IN {nil})", true, true),
        ("x IN nil", false, false),
        ("NOT (x IN many)", true, true),
        ("NOT (many CONTAINS x)", true, true),
        ("NOT (z BETWEEN {nil, 1})", true, true),
    ]

    @Test("PRE-140, PRE-90 to PRE-98 the truth table, in memory and by the SQL rules", arguments: rows)
    func table(text: String, inMemory: Bool, sql: Bool) throws {
        let object = Record(["x": NSNull(), "y": NSNull(), "z": 3, "rel": NSNull(), "many": [Any]()])
        #expect(try evaluate(text, object) == inMemory, "in memory")
        #expect(try evaluate(text, object, nulls: .sql) == sql, "SQL")
    }

    @Test(
        "PRE-91 an argument or a variable that is nil is a test for nil",
        arguments: [NullSemantics.foundation, .sql])
    func nilArgument(nulls: NullSemantics) throws {
        let object = Record(["x": NSNull(), "z": 3])
        #expect(try evaluate("x == %@", object, [nil], nulls: nulls))
        #expect(try evaluate("z != %@", object, [NSNull()], nulls: nulls))
        #expect(try evaluate("x == $v", object, variables: ["v": NSNull()], nulls: nulls))
    }

    @Test("PRE-107 members with nil never satisfy ANY or ALL")
    func nilMembers() throws {
        let object = Record(["many": [Record(["attr": NSNull()]), Record(["attr": 2])]])
        #expect(try !evaluate("ANY many.attr != 2", object, nulls: .sql))
        #expect(try evaluate("ANY many.attr != 2", object))
        #expect(try !evaluate("ALL many.attr == 2", object, nulls: .sql))
        #expect(try !evaluate("ALL many.attr == 2", object))
    }
}
