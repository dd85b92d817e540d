// SPDX-License-Identifier: Apache-2.0
// The table of string operators (PRE-150), and what lies behind it.

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("String operators")
struct StringOperatorTests {
    static let rows: [(String, Bool)] = [
        ("s == 'creme brulee'", false),
        ("s ==[c] 'crème brûlée'", true),
        ("s ==[d] 'Creme Brulee'", true),
        ("s ==[cd] 'creme brulee'", true),
        ("s !=[cd] 'creme brulee'", false),
        ("s BEGINSWITH 'Cr'", true),
        ("s BEGINSWITH 'cr'", false),
        ("s BEGINSWITH[c] 'cr'", true),
        ("s ENDSWITH[d] 'lee'", true),
        ("s ENDSWITH 'lee'", false),
        ("s CONTAINS[cd] 'BRUL'", true),
        ("s LIKE 'Cr?me*'", true),
        ("s LIKE 'me'", false),
        ("s LIKE[cd] '*brulee'", true),
        ("s MATCHES 'Cr.*e'", true),
        ("s MATCHES 'Cr'", false),
        ("s MATCHES[c] 'CR.*'", true),
        ("s MATCHES[cd] 'CREME BRUL..'", true),
        ("s MATCHES 'x|Cr.*'", true),
        ("'rû' IN s", true),
        ("s > 'Crema'", true),
        ("s IN[cd] {'x', 'CREME BRULEE'}", true),
        ("{'x', s} CONTAINS[cd] 'CREME BRULEE'", true),
        ("s CONTAINS ''", true),
        ("s LIKE[n] 'Cr?me*'", true),
        ("s ==[nc] 'crème brûlée'", false),
    ]

    @Test("PRE-150 the table", arguments: rows)
    func table(text: String, expected: Bool) throws {
        #expect(try evaluate(text, ["s": "Crème Brûlée"]) == expected)
    }

    @Test("PRE-150 composed and decomposed characters are equal, except under [n]")
    func canonicalEquivalence() throws {
        let object = ["s": "Cre\u{300}me"]
        #expect(try evaluate("s == 'Crème'", object))
        #expect(try evaluate("s CONTAINS 'rè'", object))
        #expect(try !evaluate("s CONTAINS 'Cre'", object))
        #expect(try evaluate("s LIKE 'Cr?me'", object))
        #expect(try !evaluate("s ==[n] 'Crème'", object))
    }

    @Test("PRE-105 letters beyond ASCII fold")
    func folding() {
        #expect(StringMatching.equal("Ä", "ä", options: .caseInsensitive))
        #expect(StringMatching.equal("ΑΒΓ", "αβγ", options: .caseInsensitive))
        #expect(!StringMatching.equal("Ä", "a", options: .caseInsensitive))
        #expect(StringMatching.canonical("ÀÉÎ õü") == "aei ou")
    }

    @Test("PRE-101 strings are ordered by their scalars")
    func order() {
        let sorted = ["Z", "a", "z", "ä", "\u{FFFD}", "😀"]
        for (left, right) in zip(sorted, sorted.dropFirst()) {
            #expect(StringMatching.compare(left, right, options: []) == .orderedAscending)
            #expect(StringMatching.compare(right, left, options: []) == .orderedDescending)
        }
        #expect(StringMatching.compare("A", "a", options: .caseInsensitive) == .orderedSame)
        #expect(StringMatching.compare("e\u{301}", "é", options: []) == .orderedSame)
    }

    static let likes: [(String, String, Bool)] = [
        ("", "", true), ("", "*", true), ("", "?", false), ("a", "?", true), ("ab", "?", false),
        ("abc", "a*c", true),
        ("abcabc", "*abc", true), ("abcab", "*abc", false), ("a*b", "a\\*b", true), ("axb", "a\\*b", false),
        ("a?b", "a\\?b", true), ("a\\b", "a\\\\b", true), ("a\\", "a\\", true), ("aXbXc", "a*b*c", true),
        ("100%", "100%", true), ("a_b", "a?b", true), ("a.b", "a.b", true), ("axb", "a.b", false),
        ("é", "?", true),
        ("line\nbreak", "line*", true), ("mississippi", "m*iss*ip*i", true),
        ("mississippi", "m*issip*iss*", false),
    ]

    @Test("PRE-38 LIKE", arguments: likes)
    func like(text: String, pattern: String, expected: Bool) {
        #expect(StringMatching.like(text, pattern, options: []) == expected)
    }

    @Test("PRE-38 no pattern makes LIKE explode")
    func likeIsLinear() {
        let text = String(repeating: "a", count: 2_000)
        #expect(!StringMatching.like(text, String(repeating: "a*", count: 200) + "b", options: []))
    }

    @Test("PRE-36 CONTAINS finds short and long parts alike")
    func contains() {
        let long = String(repeating: "ab", count: 60)
        #expect(StringMatching.contains("xx" + long + "c", long + "c", options: []))
        #expect(!StringMatching.contains("xx" + long, long + "c", options: []))
        #expect(StringMatching.contains(String(repeating: "a", count: 99) + "b", "aab", options: []))
        #expect(!StringMatching.contains("", "a", options: []))
        #expect(StringMatching.contains("", "", options: []))
    }

    @Test("PRE-39 a pattern that is none is an error that names it")
    func badPattern() {
        let reason = reason { _ = try StringMatching.matches("x", "a(", options: []) }
        #expect(reason?.hasPrefix("Can't do regex matching, reason: ") == true)
        #expect(reason?.contains("a(") == true)
    }

    static let foldedPatterns: [(text: String, pattern: String, isMatch: Bool)] = [
        ("Crème", "\\S+", true), ("a b", "\\S+", false), ("Crème", "\\s+", false), ("Été", "\\D+", true),
        ("123", "\\D+", false), ("-+", "\\W+", true), ("ab", "\\W+", false), ("ab", "a\\Bb", true),
        ("Brûlée", "\\P{N}+", true), ("12", "\\P{N}+", false), ("Crème", "CREM\\S", true),
        ("CRÈME", "cr[e]me", true), ("Ärger", "äRGE\\w", true),
    ]

    @Test(
        "PRE-39 PRE-40 c and d fold the letters of a pattern and leave its syntax", arguments: foldedPatterns)
    func foldedPattern(text: String, pattern: String, isMatch: Bool) throws {
        #expect(try evaluate("s MATCHES[cd] %@", ["s": text], [pattern]) == isMatch)
    }

    @Test("PRE-39 a comment at the end of a pattern hides nothing else")
    func comment() throws {
        #expect(try StringMatching.matches("a", "(?x) a # one) letter", options: []))
        #expect(try !StringMatching.matches("ab", "(?x) a | c # letters", options: []))
        #expect(try !StringMatching.matches("a\n", "(?x) a # one letter", options: []))
    }

    @Test("PRE-38 PRE-39 PRE-41 patterns in two spellings of a character are two patterns")
    func spellings() throws {
        let (composed, decomposed) = ("\u{E9}*", "e\u{301}*")
        for _ in 0..<2 {
            #expect(StringMatching.like("\u{E9}", composed, options: .normalized))
            #expect(!StringMatching.like("\u{E9}", decomposed, options: .normalized))
            #expect(try StringMatching.matches("\u{E9}", composed, options: .normalized))
            #expect(try !StringMatching.matches("\u{E9}", decomposed, options: .normalized))
        }
    }

    @Test("Decision 22: a pattern that backtracks without end is an error that names it")
    func slowPattern() {
        let text = String(repeating: "a", count: 60) + "!"
        let reason = reason { _ = try StringMatching.matches(text, "^(a+)+$", options: []) }
        #expect(reason?.contains("^(a+)+$") == true)
    }

    @Test("PRE-39 long texts match harmless patterns")
    func longText() throws {
        let text = String(repeating: "ab", count: 50_000)
        #expect(try StringMatching.matches(text, "[ab]*", options: []))
        #expect(try !StringMatching.matches(text, "[ab]*c", options: []))
    }
}
