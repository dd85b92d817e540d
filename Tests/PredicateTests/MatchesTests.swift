// SPDX-License-Identifier: Apache-2.0
// MATCHES in fetches: patterns that are none, and patterns that take too long.

import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("MATCHES in fetches")
struct MatchesTests {
    private let shop: PredicateShop

    init() throws { shop = try PredicateShop() }

    private func reason(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch StoreError.unsupported(let request) {
            return request.reason
        } catch { return "\(error)" }
    }

    @Test("PRE-39, PRE-110 what is no pattern is refused, though no row would have come to it")
    func invalid() throws {
        let predicate = try PredicateParser.parse("FALSEPREDICATE AND name MATCHES '(a'")
        for engine in shop.engines {
            let message = reason { _ = try engine.fetch(shop.plan("Item", predicate, .sql)) }
            #expect(message.hasPrefix("Can't do regex matching, reason:"))
            #expect(message.contains("(a"))
        }
    }

    @Test("PRE-77 the empty pattern matches the empty text")
    func empty() throws {
        let pattern = try PredicateParser.parse("name MATCHES ''")
        let text = try PredicateParser.parse("name == ''")
        for engine in shop.engines {
            let found = try engine.count(shop.plan("Item", pattern, .sql))
            #expect(found == (try engine.count(shop.plan("Item", text, .sql))))
        }
    }

    @Test("PRE-77 texts that each take less than the limit have one for all of them, per fetch")
    func budget() throws {
        // Backtracks some hundred thousand times, which takes milliseconds.
        let slow = String(repeating: "a", count: 17)
        let predicate = try PredicateParser.parse("TERNARY(small > 1000, name, '\(slow)') MATCHES '(a+)+b'")
        for engine in shop.engines {
            let message = reason {
                try MatchingBudget.limiting(to: 0.000_1) {
                    _ = try engine.fetch(shop.plan("Item", predicate, .sql))
                }
            }
            #expect(message.contains("the pattern \"(a+)+b\""), "\(message)")
            #expect(message.contains("more than 0.0001 seconds"), "\(message)")
        }
    }
}
