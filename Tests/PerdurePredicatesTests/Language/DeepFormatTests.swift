// SPDX-License-Identifier: Apache-2.0
// PRG-73: long and deep texts of the predicate language end in a predicate or in an error, never in the end of the stack.

import Foundation
import PerdureBase
import PerdurePredicates
import Testing

@Suite("Deep predicates") struct DeepFormatTests {
    private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private func refusal(_ format: String, _ arguments: [ConstantValue] = []) -> String {
        do { _ = try PredicateParser.parse(format, arguments: arguments) } catch {
            return (error as? CoreDataException)?.reason ?? "\(error)"
        }
        return ""
    }

    @Test("PRG-73 a key path of 100,000 keys is refused, in the text and as an argument; 256 keys are read")
    func keyPaths() throws {
        let long = "a" + repeated(".a", 99_999)
        #expect(refusal(long + " == 1").contains("has 257 keys, and 256 are the limit; use a shorter one"))
        #expect(refusal("%K == 1", [.string(long)]).contains("has 100000 keys, and 256 are the limit"))
        #expect(refusal("a.%K == 1", [.string("a" + repeated(".a", 255))]).contains("257 keys"))
        #expect(refusal("a" + repeated(".a", 255) + " == 1") == "")
    }

    @Test(
        "PRG-73 reading 100,000 keys is refused before the first, collection operators too",
        arguments: ["a", "@max", "@firstObject"])
    func reading(key: String) {
        let keys = Array(repeating: key, count: 100_000)
        let error = #expect(throws: CoreDataException.self) {
            try KeyPathReader.read(keys[...], from: ["a": 1])
        }
        #expect(error?.reason.contains("the key path \"\(key).\(key).\(key)…\" has 100000 keys") == true)
    }

    @Test("PRG-73 100,000 conditions in one list are a flat predicate", arguments: ["AND", "OR"])
    func flat(word: String) throws {
        let node = try PredicateParser.parse("a == 1" + repeated(" \(word) a == 1", 99_999))
        switch node {
        case .and(let parts), .or(let parts): #expect(parts.count == 100_000)
        default: Issue.record("\(word) is no list")
        }
        #expect(PredicatePrinter.format(node).utf8.count > 100_000 * 6)
    }

    @Test(
        "PRG-73 100,000 levels are refused with advice",
        arguments: [
            ("(", "TRUEPREDICATE", ")"), ("NOT ", "TRUEPREDICATE", ""), ("!", "TRUEPREDICATE", ""),
            ("a == -", "b", ""),
            ("a == abs(", "1", ")"), ("a == {", "1", "}"), ("a == b[", "0", "]"), ("a == $x := ", "1", ""),
            ("a == 1 ** ", "1", ""), ("a == TERNARY(TRUEPREDICATE, ", "1", ", 2)"),
            ("SUBQUERY(a, $x, ", "TRUEPREDICATE", ").@count > 0"), ("ANY ", "a == 1", ""),
            ("NONE ", "a == 1", ""),
        ])
    func deep(open: String, inner: String, close: String) {
        let (first, rest) = open.hasPrefix("a == ") ? ("a == ", String(open.dropFirst(5))) : ("", open)
        let format = first + repeated(rest, 100_000) + inner + repeated(close, 100_000)
        let reason = refusal(format)
        #expect(!reason.isEmpty)
        #expect(reason.utf8.count < 8_000)
    }

    @Test(
        "PRG-73 chains of operators that grow to the left are refused at their depth",
        arguments: ["+", "-", "*", "|", "<<", "UNION"])
    func chains(word: String) {
        #expect(refusal("a == 1" + repeated(" \(word) 1", 100_000)).contains("nested deeper than 100 levels"))
    }

    @Test("PRG-73 100,000 indexes behind one operand are refused")
    func indexes() {
        #expect(refusal("a" + repeated("[0]", 100_000) + " == 1").contains("nested deeper than 100 levels"))
    }
}
