// SPDX-License-Identifier: Apache-2.0
// IN lists: empty, short, long, with nil, of any kind.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Lists")
struct ListTests {
    private func person(_ predicate: PredicateNode) throws -> SQLText {
        try Company.condition("Person", predicate)
    }

    @Test("PRE-106 IN with an empty list finds nothing, NOT IN everything")
    func empty() throws {
        #expect(try person(compare(.key("age"), .isIn, .array([]))).text == "0")
        #expect(try person(.not(compare(.key("age"), .isIn, .array([])))).text == "NOT 0")
    }

    @Test("PRE-92 nil in a list is left out")
    func null() throws {
        #expect(
            try person(compare(.key("age"), .isIn, .array([.null, .integer(1), .integer(2)])))
                == SQLText("t0.ZAGE IN (?, ?)", [.integer(1), .integer(2)]))
        #expect(try person(compare(.key("age"), .isIn, .array([.null]))).text == "0")
    }

    @Test("PRE-88 long lists are one bound value, whatever their length")
    func long() throws {
        let short = try person(compare(.key("age"), .isIn, .array((1...17).map { .integer($0) })))
        let long = try person(compare(.key("age"), .isIn, .array((1...100_000).map { .integer($0) })))
        #expect(short.text == "t0.ZAGE IN (SELECT value FROM json_each(?))")
        #expect(long.text == short.text && long.bindings.count == 1)
        #expect(short.bindings == [.list(.integers(Array(1...17)))])
    }

    @Test("texts, doubles and bytes survive the way through JSON")
    func kinds() {
        let lists = BoundLists([
            .text("a\"\\\n\u{1F600}"), .real(0.1), .blob(Data([0, 255])), .integer(-1), .text("a\0b"), .null,
        ])
        #expect(lists.lists.map(\.kind) == [.integers, .reals, .texts, .blobs])
        #expect(
            lists.lists.map(\.json) == [
                "[-1]", "[\(Int64(bitPattern: (0.1).bitPattern))]", "[\"a\\\"\\\\\\u000A\u{1F600}\"]",
                "[\"00FF\"]",
            ])
        #expect(lists.others == [.text("a\0b"), .null])
    }

    @Test("PRE-33 numbers of two kinds in one long list are two tests, and what is no number equals none")
    func mixed() throws {
        let values: [ConstantValue] = (1...20).map { .integer($0) } + [.double(0.5), .string("x")]
        #expect(
            try person(compare(.key("worth"), .isIn, .array(values))).text
                == "t0.ZWORTH IN (SELECT value FROM json_each(?)) OR "
                + "t0.ZWORTH IN (SELECT PERDURE_REAL(value) FROM json_each(?))")
    }

    @Test("a literal collection may hold keys")
    func keys() throws {
        let list = ExpressionNode.aggregate([.constant(.integer(1)), .constant(.integer(2)), .key("worth")])
        #expect(
            try person(.comparison(ComparisonNode(.key("age"), .isIn, list))).text
                == "t0.ZAGE IN (?, ?) OR t0.ZAGE = t0.ZWORTH")
    }

    @Test("a constant collection CONTAINS a key")
    func reversed() throws {
        #expect(
            try person(
                .comparison(
                    ComparisonNode(.constant(.array([.integer(1), .integer(2)])), .contains, .key("age")))
            )
            .text == "t0.ZAGE IN (?, ?)")
    }

    @Test("folding lists are tested one by one")
    func folding() throws {
        #expect(
            try person(compare(.key("name"), .isIn, .array([.string("a"), .string("b")]), .caseInsensitive))
                .text
                == "PERDURE_EQUAL(t0.ZNAME, ?, 1) OR PERDURE_EQUAL(t0.ZNAME, ?, 1)")
    }
}
