// SPDX-License-Identifier: Apache-2.0
// Long and deep inputs (PRE-133, PRE-134): flat lists may be long, nesting ends in an error.

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Size limits")
struct SizeLimitTests {
    @Test("PRE-133 ten thousand OR-ed comparisons parse, print and evaluate")
    func longList() throws {
        let text = (0..<10_000).map { "a == \($0)" }.joined(separator: " OR ")
        let node = try parse(text)
        #expect(PredicatePrinter.format(node) == text)
        #expect(try PredicateEvaluator().evaluate(node, with: ["a": 9_999]))
        #expect(try !PredicateEvaluator().evaluate(node, with: ["a": 10_000]))
        let predicate = try NSPredicate(validating: text)
        #expect((predicate as? NSCompoundPredicate)?.subpredicates.count == 10_000)
        #expect(predicate.node == node)
    }

    @Test("PRE-134 a format has a limit of length, which its error names with what to do")
    func length() throws {
        let text = "a == '" + String(repeating: "x", count: PredicateParser.lengthLimit) + "'"
        let message = reason { _ = try parse(text) }
        #expect(message?.contains("the text has 10000007 bytes, and 10000000 are the limit") == true)
        #expect(message?.contains("as arguments for %@") == true)
        #expect(try evaluate("a == %@", ["a": text], [text]))
    }

    @Test(
        "PRE-134 a hundred thousand nested levels are an error, whatever nests",
        arguments: [
            ("(", "a == 1", ")"), ("NOT ", "a == 1", ""), ("!", "a == 1", ""), ("-", "a == 1", ""),
            ("{", "", "}"),
            ("sqrt:(", "1", ")"), ("1 ** ", "2 == 1", ""), ("a[", "0", "] == 1"), ("TERNARY(", "", ""),
            ("ANY ", "", ""),
            ("$x := ", "1", ""), ("SUBQUERY(a, $x, ", "", ""),
        ])
    func deep(open: String, middle: String, close: String) throws {
        let count = 100_000 / open.count
        let text = String(repeating: open, count: count) + middle + String(repeating: close, count: count)
        #expect(reason { _ = try parse(text) }?.contains("nested deeper than 100 levels") == true)
    }

    @Test(
        "PRE-134 long chains of arithmetic and indexes are deep too",
        arguments: [" + 1", " * 2", "[0]", " UNION a"])
    func chains(step: String) {
        let text = "a" + String(repeating: step, count: 100_000) + " == 1"
        #expect(reason { _ = try parse(text) }?.contains("nested deeper than 100 levels") == true)
        #expect(reason { _ = try parse("a" + String(repeating: step, count: 90) + " == 1") } == nil)
    }

    @Test(
        "PRE-134 a tree of a hundred levels is read, and one of a hundred and one is not",
        arguments: [("NOT ", ""), ("", " + 1"), ("", " UNION a"), ("", "[0]")])
    func limit(before: String, behind: String) {
        // A key and its comparison are two levels.
        let texts = [98, 99].map { count in
            String(repeating: before, count: count) + "a" + String(repeating: behind, count: count) + " == 1"
        }
        #expect(reason { _ = try parse(texts[0]) } == nil)
        #expect(reason { _ = try parse(texts[1]) }?.contains("nested deeper than 100 levels") == true)
    }

    @Test(
        "PRE-134, PRE-25 the deepest tree of each kind prints to a text that parses",
        arguments: [
            "NOT (|a == 1|)|", "-|a||== 1", "1 - (|a|)|== 1", "1 ** (|a|)|== 1", "sqrt:(|1|)|== 1",
            "a[|0|]|== 1", "TERNARY(a == 1, 1, |a|)|== 1", "(b == 2 OR a == 1) AND (|a == 1|)|",
            "{1, a, |a|}|== 1", "SUBQUERY(a, $x, a == 1 AND |a == 1|).@count == 1|",
        ])
    func deepest(form: String) throws {
        let parts = form.components(separatedBy: "|")
        let nodes = (1...110).compactMap { depth in
            let open = String(repeating: parts[0], count: depth)
            let close = String(repeating: parts[2], count: depth)
            return try? parse(open + parts[1] + close + " " + parts[3])
        }
        #expect(nodes.count > 30 && nodes.count < 100, "\(nodes.count) levels of \(form)")
        for node in nodes { #expect(try parse(PredicatePrinter.format(node)) == node) }
    }

    @Test(
        "PRE-134, PRE-25 constants that are printed with brackets are no deeper than the tree was",
        arguments: ["18446744073709551616", "%@"])
    func constants(_ leaf: String) throws {
        // A constant, 98 sums and the comparison.
        let text = leaf + String(repeating: " + 1", count: 98) + " == 1"
        let node = try PredicateParser.parse(text, arguments: [.array([.integer(1), .null])])
        #expect(try parse(PredicatePrinter.format(node)) == node)
        #expect(reason { _ = try parse("{{{1}}}" + String(repeating: " + 1", count: 98) + " == 1") } != nil)
    }

    @Test("PRE-134 nested chains add up")
    func nestedChains() {
        var text = "a"
        for _ in 0..<50 { text = "(" + text + String(repeating: " + 1", count: 50) + ")" }
        #expect(reason { _ = try parse(text + " == 1") }?.contains("nested deeper") == true)
    }
}
