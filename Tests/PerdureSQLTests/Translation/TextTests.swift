// SPDX-License-Identifier: Apache-2.0
// String operators: native where results are equal, registered functions elsewhere.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("String comparisons")
struct TextTests {
    private let name = ExpressionNode.key("name")

    private func person(_ predicate: PredicateNode) throws -> SQLText {
        try Company.condition("Person", predicate)
    }

    @Test(
        "PRE-78 textual operators are functions with the options as a number",
        arguments: [
            (ComparisonNode.Comparison.contains, "PERDURE_CONTAINS"), (.endsWith, "PERDURE_ENDSWITH"),
            (.like, "PERDURE_LIKE"), (.matches, "PERDURE_MATCHES"), (.beginsWith, "PERDURE_BEGINSWITH"),
        ])
    func functions(_ comparison: ComparisonNode.Comparison, _ function: String) throws {
        #expect(
            try person(compare(name, comparison, .string("x"), [.caseInsensitive, .diacriticInsensitive]))
                == SQLText("\(function)(t0.ZNAME, ?, 3)", [.text("x")]))
    }

    @Test("PRE-40 folding equality and order")
    func folding() throws {
        #expect(
            try person(compare(name, .equal, .string("x"), .caseInsensitive)).text
                == "PERDURE_EQUAL(t0.ZNAME, ?, 1)")
        #expect(
            try person(compare(name, .notEqual, .string("x"), .caseInsensitive)).text
                == "NOT PERDURE_EQUAL(t0.ZNAME, ?, 1)")
        #expect(
            try person(compare(name, .lessThan, .string("x"), .diacriticInsensitive)).text
                == "PERDURE_COMPARE(t0.ZNAME, ?, 2) < 0")
    }

    @Test("PRE-41 [n] compares as given")
    func normalized() throws {
        #expect(try person(compare(name, .equal, .string("x"), .normalized)).text == "t0.ZNAME = ?")
    }

    @Test("PRE-150 a constant is looked for composed and decomposed, on the bare column")
    func equivalence() throws {
        let text = try person(compare(name, .equal, .string("\u{E9}")))
        #expect(text.text == "t0.ZNAME IN (?, ?)")
        let bytes = text.bindings.map { binding -> [UInt8] in
            guard case .text(let text) = binding else { return [] }
            return Array(text.utf8)
        }
        #expect(bytes == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
        #expect(try person(compare(name, .notEqual, .string("\u{E9}"))).text == "NOT (t0.ZNAME IN (?, ?))")
    }

    @Test("PRE-101 the order of texts with accents does not depend on how they are composed")
    func accentedOrder() throws {
        #expect(
            try person(compare(name, .lessThan, .string("\u{E9}"))).text
                == "PERDURE_COMPARE(t0.ZNAME, ?, 0) < 0")
        #expect(try person(compare(name, .lessThan, .string("e"))).text == "t0.ZNAME < ?")
    }

    @Test("PRE-79 an ASCII prefix is a range, which the function narrows; with [n] the range is enough")
    func prefix() throws {
        #expect(
            try person(compare(name, .beginsWith, .string("ab")))
                == SQLText(
                    "t0.ZNAME >= ? AND t0.ZNAME < ? AND PERDURE_BEGINSWITH(t0.ZNAME, ?, 0)",
                    [.text("ab"), .text("ac"), .text("ab")]))
        #expect(
            try person(compare(name, .beginsWith, .string("ab"), .normalized))
                == SQLText("t0.ZNAME >= ? AND t0.ZNAME < ?", [.text("ab"), .text("ac")]))
        #expect(
            try person(compare(name, .beginsWith, .string("é"))).text == "PERDURE_BEGINSWITH(t0.ZNAME, ?, 0)")
        #expect(
            try person(compare(name, .beginsWith, .string(""))).text == "PERDURE_BEGINSWITH(t0.ZNAME, ?, 0)")
    }

    @Test("PRE-35 string IN string is a substring test")
    func substring() throws {
        #expect(
            try person(.comparison(ComparisonNode(.constant(.string("x")), .isIn, name))).text
                == "PERDURE_CONTAINS(t0.ZNAME, ?, 0)")
    }

    @Test("each function has a name and a number of arguments")
    func published() {
        #expect(Set(SQLFunction.allCases.map(\.rawValue)).count == SQLFunction.allCases.count)
        #expect(SQLFunction.like.argumentCount == 3 && SQLFunction.length.argumentCount == 1)
        #expect(SQLCollation(.literal) == nil && SQLCollation(.localized) == .localized)
    }
}
