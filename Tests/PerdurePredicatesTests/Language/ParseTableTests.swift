// SPDX-License-Identifier: Apache-2.0
// The table of parse results (PRE-130), row by row.

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Parse table")
struct ParseTableTests {
    static let rows: [(String, String)] = [
        ("name = 'x'", "name == \"x\""),
        ("name == \"it's\"", "name == \"it's\""),
        ("name == 'it\\'s'", "name == \"it's\""),
        ("age<>3", "age != 3"),
        ("age => 3 && age =< 5", "age >= 3 AND age <= 5"),
        ("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
        ("(a == 1 OR b == 2) AND c == 3", "(a == 1 OR b == 2) AND c == 3"),
        ("NOT a == 1 AND b == 2", "(NOT a == 1) AND b == 2"),
        ("!(a == 1)", "NOT a == 1"),
        ("name contains[cd] 'é'", "name CONTAINS[cd] \"é\""),
        ("name CONTAINS [c] 'x'", "name CONTAINS[c] \"x\""),
        ("age BETWEEN {1, 10}", "age BETWEEN {1, 10}"),
        ("name IN {'a', 'b'}", "name IN {\"a\", \"b\"}"),
        ("ANY tags.name == 'x'", "ANY tags.name == \"x\""),
        ("SOME tags.name == 'x'", "ANY tags.name == \"x\""),
        ("NONE tags.name == 'x'", "NOT ANY tags.name == \"x\""),
        ("ALL scores > 3", "ALL scores > 3"),
        ("SUBQUERY(items, $i, $i.price > 3).@count > 0", "SUBQUERY(items, $i, $i.price > 3).@count > 0"),
        ("items.@sum.price >= 10", "items.@sum.price >= 10"),
        ("@sum.items.price < 1000", "@sum.items.price < 1000"),
        ("TRUEPREDICATE", "TRUEPREDICATE"),
        ("flag == YES", "flag == 1"),
        ("flag == true", "flag == 1"),
        ("x == nil", "x == nil"),
        ("x == NULL", "x == nil"),
        ("#end == 3", "end == 3"),
        ("name == '%@'", "name == \"%@\""),
        ("price * 1.2 + 3 > 10", "price * 1.2 + 3 > 10"),
        ("2 ** 3 == 8", "2 ** 3 == 8"),
        ("arr[0] == 1", "arr[0] == 1"),
        ("arr[FIRST] == 1", "arr[FIRST] == 1"),
        ("arr[SIZE] == 3", "arr[SIZE] == 3"),
        ("d['k'] == 1", "d[\"k\"] == 1"),
        ("TERNARY(a > 1, 'x', 'y') == 'x'", "TERNARY(a > 1, \"x\", \"y\") == \"x\""),
        ("FUNCTION(name, 'length') > 3", "FUNCTION(name, \"length\") > 3"),
        ("lowercase:(name) == 'x'", "lowercase:(name) == \"x\""),
        ("now() > date", "now() > date"),
        ("$d <= date", "$d <= date"),
        ("(flags & 2) != 0", "flags & 2 != 0"),
        ("bitwiseAnd:with:(flags, 2) != 0", "flags & 2 != 0"),
        ("a | b ^ c & d << 1 + 2 * 3 == 0", "a | b ^ c & d << 1 + 2 * 3 == 0"),
        ("(a | b) & c == 0", "(a | b) & c == 0"),
        ("(a & b) | c == 0", "a & b | c == 0"),
        ("a << (b << c) == 0", "a << (b << c) == 0"),
        ("a >> 1>>2 = 0", "a >> 1 >> 2 == 0"),
        ("(a << 1) + 2 == 0", "(a << 1) + 2 == 0"),
        ("~a & 3 == 0", "~a & 3 == 0"),
        ("~(a + 1) == ~ ~b", "~(a + 1) == ~~b"),
        ("onesComplement:(a) == 0", "~a == 0"),
        ("a UNION b | c CONTAINS 1", "a UNION b | c CONTAINS 1"),
        ("indexed:by:(a, 'byA') == 1", "indexed:by:(a, \"byA\") == 1"),
    ]

    @Test("PRE-130 text becomes canonical text", arguments: rows)
    func canonicalText(input: String, output: String) throws {
        #expect(try canonical(input) == output)
        #expect(try parse(output) == parse(input))
    }

    @Test("PRG-50 operators of bits are the functions, and bind between comparisons and arithmetic")
    func bits() throws {
        for (text, function) in [
            ("a & b", "bitwiseAnd:with:(a, b)"), ("a | b", "bitwiseOr:with:(a, b)"),
            ("a ^ b", "bitwiseXor:with:(a, b)"), ("a << b", "leftshift:by:(a, b)"),
            ("a >> b", "rightshift:by:(a, b)"), ("~a", "onesComplement:(a)"),
            ("a | b & c", "bitwiseOr:with:(a, bitwiseAnd:with:(b, c))"),
            ("a & b + 1", "bitwiseAnd:with:(a, add:to:(b, 1))"),
        ] {
            #expect(
                try PredicateParser.parseExpression(text) == PredicateParser.parseExpression(function),
                "\(text)")
        }
        #expect(try canonical("(flags & %d) != 0", 4) == "flags & 4 != 0")
    }

    @Test("PRG-56 NSNull prints as <null>, nil as nil, and both are nil")
    func nulls() throws {
        #expect(NSPredicate(format: "x == %@", argumentArray: [NSNull()]).formatString == "x == <null>")
        #expect(try NSPredicate(validating: "x == %@", arguments: [nil]).formatString == "x == nil")
        let null = PerdurePredicates.NSExpression(forConstantValue: NSNull())
        #expect(null.description == "<null>" && null.constantValue is NSNull)
        #expect(null == PerdurePredicates.NSExpression(forConstantValue: nil))
        #expect(null.hash == PerdurePredicates.NSExpression(forConstantValue: nil).hash)
        for nulls in [NullSemantics.foundation, .sql] {
            let node = NSPredicate(format: "x == %@", argumentArray: [NSNull()]).node
            #expect(try PredicateEvaluator(nullSemantics: nulls).evaluate(node, with: [String: Any]()))
        }
    }

    @Test("PRE-130 arguments take their places")
    func arguments() throws {
        #expect(try canonical("age BETWEEN %@", [1, 10]) == "age BETWEEN {1, 10}")
        #expect(try canonical("%K == %@", "a.b", 3) == "a.b == 3")
        #expect(try canonical("SELF == %@", "x") == "SELF == \"x\"")
        #expect(try canonical("SELF IN %@", ["x", "y"]) == "SELF IN {\"x\", \"y\"}")
    }

    @Test(
        "PRE-24, PRE-130 malformed text is an error that quotes it",
        arguments: [
            "name LIKE[z] 'x'", "name == %@", "name ==", "name", "name = 'x", "", "(a == 1", "a == 1)",
            "a == 1 b",
            "a == == 1", "AND", "a == AND", "x IN", "{1, 2", "SUBQUERY(items, i, TRUEPREDICATE).@count > 0",
            "nonsense(1) == 1", "sqrt:(1, 2) == 1", "a == 12ab", "a == 0x", "a == %", "a == %y", "a & b",
            "a == 'x\\",
            "a BETWEEN[c] {1, 2}", "(a == 1) == 2", "NOT a", "ANY a", "a.", "a. == 3", "$ == 3", "# == 3",
            "a == %%",
        ])
    func malformed(input: String) throws {
        let reason = try #require(reason { _ = try parse(input) })
        #expect(reason.hasPrefix("Unable to parse the format string \"\(input)\""))
    }

    @Test("PRE-24 the error says where and what")
    func position() {
        #expect(
            reason { _ = try parse("age == AND") }
                == "Unable to parse the format string \"age == AND\": 'AND' is a reserved word; a key of this name is "
                + "written #AND (at character 8)")
    }

    @Test("PRE-131 white space between tokens is free, inside of quotes it is kept")
    func whiteSpace() throws {
        #expect(try parse("a\n==\t1\r\nAND  b==2") == parse("a == 1 AND b == 2"))
        #expect(
            try parse("a == 'x\ty'")
                == .comparison(ComparisonNode(.key("a"), .equal, .constant(.string("x\ty")))))
    }

    @Test("PRE-132 keys may be written in any script")
    func unicodeKeys() throws {
        #expect(try canonical("größe == 1") == "größe == 1")
        #expect(try canonical("名前.長さ > 3") == "名前.長さ > 3")
    }
}
