// SPDX-License-Identifier: Apache-2.0
// Long and deep predicates in stores.

import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Sizes of predicates in fetches")
struct SizeTests {
    private let shop: PredicateShop

    init() throws { shop = try PredicateShop() }

    @Test("PRE-133 ten thousand OR-ed comparisons run, of one key and of many")
    func long() throws {
        let one = (0..<10_000).map { "small == \($0 - 3)" }.joined(separator: " OR ")
        let many = (0..<5_000).map { "small == \($0 - 3) OR (name == 'n\($0)' AND flag == YES)" }
            .joined(separator: " OR ")
        let expected = try PredicateParser.parse("small >= -3")
        for text in [one, many] {
            let predicate = try PredicateParser.parse(text)
            for engine in shop.engines {
                let found = try engine.count(shop.plan("Item", predicate, .sql))
                #expect(found == (try engine.count(shop.plan("Item", expected, .sql))))
                #expect(found > 3)
            }
        }
    }

    @Test("PRE-134, PRE-110 what is too deep for the database is refused before any SQL runs, with the limit")
    func deep() throws {
        var predicate = try PredicateParser.parse("small == 1")
        let other = try PredicateParser.parse("small > 0")
        for level in 0..<50 {
            predicate = level.isMultiple(of: 2) ? .and([predicate, other]) : .or([predicate, other])
        }
        do {
            _ = try shop.sqlite.fetch(shop.plan("Item", predicate, .sql))
            Issue.record("SQLite took a predicate of 50 levels")
        } catch StoreError.unsupported(let request) {
            #expect(request.reason.contains("nested too deeply"))
            #expect(request.reason.contains("80 is the limit"))
            #expect(request.reason.contains("flat AND or OR"))
        }
    }

    private func reason(_ format: String) throws -> String? {
        do {
            _ = try shop.sqlite.fetch(shop.plan("Item", PredicateParser.parse(format), .sql))
            return nil
        } catch StoreError.unsupported(let request) {
            return request.reason
        }
    }

    @Test("PRE-134, PRE-110 ^ inside of ^, which doubles its operands in SQL, is refused in time")
    func exclusiveOrs() throws {
        let formats = [12, 13, 60].map { "small" + String(repeating: " ^ 3", count: $0) + " == 1" }
        #expect(try reason(formats[0]) == nil)
        let predicate = try PredicateParser.parse(formats[0])
        let found = try shop.engines.map { try $0.count(shop.plan("Item", predicate, .sql)) }
        #expect(found.allSatisfy { $0 == found[0] })
        for format in formats.dropFirst() {
            #expect(try reason(format)?.contains("^ is nested too deeply for the database") == true)
        }
    }

    @Test("PRE-134, PRE-110 copies inside of copies that would make a statement too long are refused")
    func copies() throws {
        var value = "small"
        let list = Array(repeating: "small", count: 8).joined(separator: ", ")
        for _ in 0..<10 { value = "TERNARY(\(value) IN {\(list)}, 1, 2)" }
        #expect(try reason("\(value) == 1")?.contains("longer than 16777216 bytes") == true)
    }
}
