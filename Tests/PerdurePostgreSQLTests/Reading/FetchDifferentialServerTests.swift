// SPDX-License-Identifier: Apache-2.0
// Random orders, tuples and groups give the same on a server, in SQLite and in memory (PG-157).

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("PostgreSQL fetches: random", .enabled(if: TestStores.isThere, TestStores.advice))
struct FetchDifferentialServerTests {
    /// How many fetches a run makes; PERDURE_RANDOM_FETCHES says another number, PERDURE_SEED repeats a run.
    static let count = Counts.number(
        "PERDURE_RANDOM_FETCHES",
        standard: ProcessInfo.processInfo.environment["CI"] == "true" ? 2_000 : 5_000)

    @Test(
        "PG-107, PG-108, PG-121, PG-157 random orders, tuples and groups are the same on a server, in SQLite and in memory",
        arguments: Seeds.of("fetches"))
    func agreement(_ seed: UInt64) throws {
        let shop = try PredicateShop()
        let stores = TestStores()
        let server = try stores.open(shop.sqlite.schema)
        _ = try PredicateShop.copy(shop.sqlite, server)
        var generator = PlanGenerator(seed: seed, schema: shop.sqlite.schema, keys: shop.keys)
        var (onServer, inFile) = (FetchTally(), FetchTally())
        for _ in 0..<Self.count {
            let plan = generator.plan()
            onServer.add(FetchAnswers.compare(plan, server, shop.memory))
            inFile.add(FetchAnswers.compare(plan, shop.sqlite, shop.memory))
        }
        print("random fetches: seed \(seed), server \(onServer), SQLite \(inFile); \(onServer.reasons)")
        #expect(onServer.differences.isEmpty, "seed \(seed), server: \(onServer.report)")
        #expect(inFile.differences.isEmpty, "seed \(seed), SQLite: \(inFile.report)")
        #expect(onServer.telling > Self.count / 4, "too few fetches found more than one result")
        #expect(onServer.refused < Self.count / 10, "too many fetches were refused: \(onServer.reasons)")
    }
}
#endif
