// SPDX-License-Identifier: Apache-2.0
// The words of format strings are kept, their arguments and what is no ASCII are not.

import Foundation
import PerdureBase
import Testing

@testable import PerdurePredicates

@Suite("Formats that come again") struct FormatTokenCacheTests {
    @Test("the same format with other arguments gives other predicates")
    func arguments() throws {
        let texts = try (0..<3).map {
            PredicatePrinter.format(
                try PredicateParser.parse("%K == %@ AND n > 1", arguments: [.string("k\($0)"), .integer($0)]))
        }
        #expect(texts == (0..<3).map { "k\($0) == \($0) AND n > 1" })
    }

    @Test("texts that are equal to Unicode and not byte by byte stay apart")
    func spellings() throws {
        for literal in ["\u{E9}", "e\u{301}", "\u{E9}"] {
            guard case .comparison(let node) = try PredicateParser.parse("name == '\(literal)'"),
                case .constant(.string(let text)) = node.right
            else {
                Issue.record("no comparison with a text")
                return
            }
            #expect(text.utf8.elementsEqual(literal.utf8))
        }
    }

    @Test("a wrong format is wrong each time")
    func errors() {
        for _ in 0..<3 {
            #expect(throws: CoreDataException.self) { try PredicateParser.parse("a == 'open") }
            #expect(throws: CoreDataException.self) { try PredicateParser.parse("a == ") }
            #expect(throws: CoreDataException.self) { try PredicateParser.parse("a == %@") }
        }
    }

    @Test("formats without end do not fill the memory")
    func bounded() throws {
        for number in 0..<1_000 { _ = try PredicateParser.parse("key\(number) == 1") }
        _ = try PredicateParser.parse("a == '" + String(repeating: "x", count: 100_000) + "'")
        #expect(FormatTokenCache.count <= FormatTokenCache.capacity)
    }

    @Test("many threads read formats at once")
    func threads() {
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<300 {
                let node = try? PredicateParser.parse(
                    "k\(number % 250) == %@", arguments: [.integer(Int64(thread))])
                #expect(node.map(PredicatePrinter.format) == "k\(number % 250) == \(thread)")
            }
        }
    }
}
