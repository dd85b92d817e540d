// SPDX-License-Identifier: Apache-2.0
// Random bytes and random token soup never crash the parser (PRE-134); random trees survive printing and
// parsing (PRE-25).

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Parser under random input")
struct FuzzTests {
    private static let soup = [
        "a", "b.c", "==", "!=", "<", "IN", "BETWEEN", "AND", "OR", "NOT", "(", ")", "{", "}", "[", "]", ",",
        ".", "+",
        "-", "**", "*", "'x'", "\"", "'", "\\", "%@", "%K", "%d", "$x", ":=", "@count", "#", "1", "2.5", "0x",
        "nil",
        "ANY", "ALL", "NONE", "SUBQUERY(", "TERNARY(", "CAST(", "FUNCTION(", "FETCH(", "sum:(", "now()",
        "[cd]",
        "FIRST", "SELF", "TRUEPREDICATE", " ", "\n", "\u{0}", "é", "LIKE", "MATCHES", "UNION", "UTI-EQUALS",
        "e5",
    ]

    private func survives(_ text: String) {
        let arguments: [ConstantValue] = [.integer(1), .string("k"), .null]
        guard let node = try? PredicateParser.parse(text, arguments: arguments) else { return }
        let printed = PredicatePrinter.format(node)
        #expect((try? PredicateParser.parse(printed)) == node, "\(text) → \(printed)")
    }

    @Test("PRE-134 ten thousand random byte strings parse or are errors")
    func bytes() {
        var random = SeededGenerator(state: 1)
        for _ in 0..<10_000 {
            let count = Int.random(in: 0..<64, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            survives(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("PRE-134 ten thousand random token sequences parse or are errors")
    func tokens() {
        var random = SeededGenerator(state: 2)
        for _ in 0..<10_000 {
            let count = Int.random(in: 1..<12, using: &random)
            let words = (0..<count).map { _ in Self.soup.randomElement(using: &random) ?? "" }
            survives(words.joined(separator: Bool.random(using: &random) ? " " : ""))
        }
    }

    @Test("PRE-25 two thousand random trees come back equal from their text")
    func roundTrip() throws {
        var generator = TreeGenerator(seed: 3)
        for _ in 0..<2_000 {
            let node = generator.predicate(3)
            let text = PredicatePrinter.format(node)
            let parsed = try PredicateParser.parse(text)
            #expect(parsed == node, "\(text)")
            #expect(PredicatePrinter.format(parsed) == text)
        }
    }
}
