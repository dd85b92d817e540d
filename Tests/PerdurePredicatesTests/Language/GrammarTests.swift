// SPDX-License-Identifier: Apache-2.0
// The rules of the grammar (PRE-1 to PRE-23) one by one, by the trees they give.

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Grammar")
struct GrammarTests {
    private func comparison(_ format: String) throws -> ComparisonNode {
        guard case .comparison(let node) = try parse(format) else {
            throw SyntaxFault(offset: 0, message: format)
        }
        return node
    }

    private func right(_ format: String, _ arguments: Any?...) throws -> ExpressionNode {
        let constants = arguments.map { ConstantValue($0) }
        return try PredicateParser.parseExpression(format, arguments: constants)
    }

    @Test("PRE-2 synonyms of AND, OR and NOT")
    func synonyms() throws {
        #expect(try parse("a == 1 && b == 2 || ! c == 3") == parse("a == 1 and b == 2 or not c == 3"))
    }

    @Test("PRE-3 lists of AND and OR are flat, brackets keep theirs")
    func flatLists() throws {
        guard case .or(let parts) = try parse("a == 1 OR b == 2 OR c == 3") else {
            throw SyntaxFault(offset: 0, message: "")
        }
        #expect(parts.count == 3)
        #expect(try parse("(a == 1 OR b == 2) OR c == 3") != parse("a == 1 OR b == 2 OR c == 3"))
    }

    @Test("PRE-3 NOT binds looser than a comparison")
    func not() throws {
        #expect(try parse("NOT a == b") == .not(parse("a == b")))
        #expect(try parse("NOT NOT a == b") == .not(.not(parse("a == b"))))
    }

    @Test(
        "PRE-5 operators",
        arguments: [
            ("=", ComparisonNode.Comparison.equal), ("==", .equal), ("!=", .notEqual), ("<>", .notEqual),
            ("<", .lessThan), ("<=", .lessThanOrEqual), ("=<", .lessThanOrEqual), (">", .greaterThan),
            (">=", .greaterThanOrEqual), ("=>", .greaterThanOrEqual), ("between", .between), ("In", .isIn),
            ("CONTAINS", .contains), ("beginswith", .beginsWith), ("endsWith", .endsWith), ("like", .like),
            ("MATCHES", .matches),
        ])
    func operators(text: String, expected: ComparisonNode.Comparison) throws {
        #expect(try comparison("a \(text) b").comparison == expected)
    }

    @Test(
        "PRE-6, PRE-7 options in any order and case, with or without a space",
        arguments: [
            ("==[c]", ComparisonOptions.caseInsensitive), ("<[d]", .diacriticInsensitive),
            ("IN [n]", .normalized),
            ("MATCHES[l]", .localeSensitive), ("CONTAINS[dc]", [.caseInsensitive, .diacriticInsensitive]),
            ("LIKE [CD]", [.caseInsensitive, .diacriticInsensitive]),
        ] as [(String, ComparisonOptions)])
    func options(text: String, expected: ComparisonOptions) throws {
        #expect(try comparison("a \(text) 'x'").options == expected)
    }

    @Test("PRE-9 precedence of arithmetic")
    func arithmetic() throws {
        #expect(try right("1 + 2 * 3") == right("1 + (2 * 3)"))
        #expect(try right("8 - 4 - 2") == right("(8 - 4) - 2"))
        #expect(try right("2 ** 3 ** 2") == right("2 ** (3 ** 2)"))
        #expect(try right("-2 ** 2") == right("-1 * 2 ** 2"))
        #expect(try right("-a * b") == right("(-1 * a) * b"))
        #expect(try right("-3") == .constant(.integer(-3)))
        #expect(
            try right("2 ** -1")
                == .function(
                    FunctionCall("raise:toPower:", [.constant(.integer(2)), .constant(.integer(-1))])))
    }

    @Test("PRE-10 key paths, escaped and reserved words")
    func keyPaths() throws {
        #expect(try right("a.b.c") == .key("a", "b", "c"))
        #expect(try right("SELF.a") == .key("a"))
        #expect(try right("#any.#in.or") == .key("any", "in", "or"))
        #expect(try right("first.last") == .key("first", "last"))
        #expect(try right("$x.a") == .keyPath(base: .variable("x"), keys: ["a"]))
        #expect(PredicatePrinter.format(.key("any", "in")) == "#any.in")
        #expect(try right("#\"a b.c\".d") == .key("a b.c", "d"))
    }

    @Test("PRE-11 indexes")
    func indexes() throws {
        #expect(try right("a[LAST]") == .index(base: .key("a"), .last))
        #expect(try right("a[#last]") == .index(base: .key("a"), .expression(.key("last"))))
        #expect(
            try right("a[1 + 1].b")
                == .keyPath(base: .index(base: .key("a"), .expression(right("1 + 1"))), keys: ["b"]))
    }

    @Test("PRE-12 a list of constants is one constant")
    func aggregates() throws {
        #expect(try right("{}") == .constant(.array([])))
        #expect(try right("{1, 'a', nil}") == .constant(.array([.integer(1), .string("a"), .null])))
        #expect(try right("{a, 1}") == .aggregate([.key("a"), .constant(.integer(1))]))
    }

    @Test(
        "PRE-13 literals",
        arguments: [
            ("0x1F", ConstantValue.integer(31)), ("0o17", .integer(15)), ("0b101", .integer(5)),
            ("1.5", .double(1.5)),
            ("1e3", .double(1000)), ("2.5E-1", .double(0.25)), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)),
            ("18446744073709551615", .decimal(Decimal(UInt64.max))),
            ("'a\\n\\t\\\\\\u00e9\\x41'", .string("a\n\t\\éA")), ("nIl", .null), ("Null", .null),
            ("yes", .boolean(true)),
            ("FALSE", .boolean(false)), ("no", .boolean(false)),
        ])
    func literals(text: String, expected: ConstantValue) throws {
        #expect(try right(text) == .constant(expected))
    }

    @Test("PRE-14 arguments of every form")
    func argumentForms() throws {
        #expect(try right("%d", 3) == .constant(.integer(3)))
        #expect(try right("%ld", 3) == .constant(.integer(3)))
        #expect(try right("%llu", UInt64(3)) == .constant(.integer(3)))
        #expect(try right("%.2f", 3) == .constant(.double(3)))
        #expect(try right("%@", nil) == .constant(.null))
        #expect(try right("%@", NSNull()) == .constant(.null))
        #expect(
            try right("%@", Date(timeIntervalSinceReferenceDate: 5))
                == .constant(.date(Date(timeIntervalSinceReferenceDate: 5))))
        #expect(reason { _ = try right("%d", "three") } != nil)
        #expect(reason { _ = try right("%K == 1", 3) } != nil)
    }

    @Test("PRE-16 %K takes dots and @-operators, and never an operator")
    func keyPathArgument() throws {
        #expect(try right("%K", "items.@sum.price") == .key("items", "@sum", "price"))
        #expect(try right("$e.%K", "a.b") == .keyPath(base: .variable("e"), keys: ["a", "b"]))
        #expect(try right("%K", "a == b") == .key("a == b"))
        #expect(reason { _ = try right("%K", "a..b") } != nil)
    }

    @Test("PRE-18, PRE-19 calls with a syntax of their own")
    func calls() throws {
        #expect(
            try right("SUBQUERY(a.b, $x, $x.c == 1)")
                == .subquery(collection: .key("a", "b"), variable: "x", predicate: parse("$x.c == 1")))
        #expect(
            try right("FETCH($r, $c, YES)")
                == .fetch(request: .variable("r"), context: .variable("c"), countOnly: true))
        #expect(
            try right("CAST(a, 'NSNumber')")
                == .function(FunctionCall("castObject:toType:", [.key("a"), .constant(.string("NSNumber"))])))
        #expect(try right("CAST(5, 'NSDate')") == .constant(.date(Date(timeIntervalSinceReferenceDate: 5))))
        #expect(try right("function.subquery") == .key("function", "subquery"))
    }

    @Test("PRE-20 assignments are read")
    func assignment() throws {
        #expect(try right("$x := a + 1") == .assignment(variable: "x", right("a + 1")))
    }

    @Test("PRE-21 both spellings of function calls", arguments: ["sum({1, 2})", "sum:({1, 2})", "sum(1, 2)"])
    func functions(text: String) throws {
        #expect(try value(text) == .integer(3))
    }

    @Test("PRE-27 raw values")
    func rawValues() {
        #expect(NSComparisonPredicate.Operator.endsWith.rawValue == 9)
        #expect(NSComparisonPredicate.Operator.in.rawValue == 10)
        #expect(NSComparisonPredicate.Operator.customSelector.rawValue == 11)
        #expect(NSComparisonPredicate.Operator.contains.rawValue == 99)
        #expect(NSComparisonPredicate.Operator.between.rawValue == 100)
        #expect(NSComparisonPredicate.Modifier.any.rawValue == 2)
        #expect(NSComparisonPredicate.Options.localeSensitive.rawValue == 8)
        #expect(NSExpression.ExpressionType.subquery.rawValue == 13)
        #expect(NSExpression.ExpressionType.conditional.rawValue == 20)
        #expect(NSCompoundPredicate.LogicalType.or.rawValue == 2)
    }
}
