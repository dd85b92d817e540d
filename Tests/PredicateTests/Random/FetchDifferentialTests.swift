// SPDX-License-Identifier: Apache-2.0
// Random orders, tuples and groups give the same in SQLite and in memory.

import Foundation
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Random fetches")
struct FetchDifferentialTests {
    /// How many fetches a run makes, in all.
    static let count = Counts.number("PERDURE_RANDOM_FETCHES", standard: 5_000)

    @Test(
        "FET-21, FET-28, FET-60 to FET-66 random orders, tuples and groups are the same in SQLite and in memory",
        arguments: Seeds.of("fetches"))
    func agreement(_ seed: UInt64) throws {
        let shop = try PredicateShop()
        var generator = PlanGenerator(seed: seed, schema: shop.sqlite.schema, keys: shop.keys)
        var tally = FetchTally()
        for _ in 0..<Self.count {
            tally.add(FetchAnswers.compare(generator.plan(), shop.sqlite, shop.memory))
        }
        print("random fetches: seed \(seed), \(tally)")
        print("ran: \(Self.count) fetches")
        #expect(tally.differences.isEmpty, "seed \(seed): \(tally.report)")
        #expect(tally.telling > Self.count / 4, "too few fetches found more than one result")
        #expect(tally.refused < Self.count / 10, "too many fetches were refused: \(tally.reasons)")
    }
}
