// SPDX-License-Identifier: Apache-2.0
// Random predicates find the same objects on a server, in SQLite and in memory, by both rules for nil (PG-157).

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("PostgreSQL predicates: random", .enabled(if: TestStores.isThere, TestStores.advice))
struct PredicateDifferentialTests {
    /// How many predicates a run asks; PERDURE_RANDOM_PREDICATES says another number, PERDURE_SEED repeats a run.
    static let count = Counts.number(
        "PERDURE_RANDOM_PREDICATES",
        standard: ProcessInfo.processInfo.environment["CI"] == "true" ? 5_000 : 20_000)

    @Test(
        "PG-107, PG-119, PG-157 random predicates find the same on a server, in SQLite and in memory",
        arguments: Seeds.of("predicates"))
    func agreement(_ seed: UInt64) throws {
        let shop = try PredicateShop()
        let stores = TestStores()
        let server = try stores.open(shop.sqlite.schema)
        _ = try PredicateShop.copy(shop.sqlite, server)
        var generator = PredicateGenerator(seed: seed, keys: shop.keys)
        var tally = ServerTally()
        // Those that the tally has counted, in whatever way.
        defer { print("ran: \(tally.asked) predicates") }
        for _ in 0..<Self.count / 2 {
            let entity = generator.pick(["Item", "Item", "Owner", "Tag", "Offer"])
            let predicate = generator.predicate(entity == "Offer" ? "Item" : entity)
            for rules in [NullSemantics.sql, .foundation] {
                let plan = shop.plan(entity, predicate, rules)
                tally.add("\(entity), \(rules): \(PredicatePrinter.format(predicate))", plan, server, shop)
            }
        }
        print("random predicates on a server: seed \(seed), \(tally.summary)")
        #expect(tally.differences.isEmpty, "seed \(seed): \(tally.report)")
        #expect(tally.telling > Self.count / 5, "too few predicates found some objects and not all")
        #expect(tally.refused < Self.count / 20, "too many predicates were refused: \(tally.reasons)")
    }
}

/// What was found over many predicates.
private struct ServerTally {
    private(set) var asked = 0
    private(set) var differences: [String] = []
    private(set) var telling = 0
    private(set) var refused = 0
    private(set) var reasons: [String: Int] = [:]
    private var overflows = 0

    mutating func add(
        _ description: String, _ plan: FetchPlan, _ server: any StoreEngine, _ shop: PredicateShop
    ) {
        asked += 1
        let stored = Result { try Self.keys(server, plan) }
        let memory = Result { try Self.keys(shop.memory, plan) }
        switch (stored, memory) {
        case (.success(let found), .success(let expected)):
            if !found.isEmpty, found.count < 14 { telling += 1 }
            let sqlite = try? Self.keys(shop.sqlite, plan)
            guard found != expected || sqlite ?? expected != expected else { return }
            let other = sqlite.map { "\($0)" } ?? "refused"
            differences.append("\(description)\n   server \(found), memory \(expected), SQLite \(other)")
        // The server computes what memory need not look at, so it may meet an overflow that memory does not.
        case (.failure(let error), _) where "\(error)".contains("integer overflow"): overflows += 1
        case (.failure(StoreError.unsupported(let reason)), _):
            refused += 1
            reasons[reason.reason.prefix(90).description, default: 0] += 1
        case (.failure(let error), _): differences.append("\(description)\n   server: \(error)")
        case (.success, .failure(let error)) where "\(error)".contains("integer overflow"): overflows += 1
        case (.success(let found), .failure(let error)):
            differences.append("\(description)\n   server \(found), memory: \(error)")
        }
    }

    private static func keys(_ engine: any StoreEngine, _ plan: FetchPlan) throws -> [Int64] {
        guard case .keys(let keys) = try engine.fetch(plan) else { return [] }
        return keys.map(\.number).sorted()
    }

    var summary: String {
        "\(telling) telling, \(refused) refused, \(overflows) overflows, \(differences.count) differences; \(reasons)"
    }

    /// The shortest ones: those that are easiest to understand.
    var report: String {
        let shortest = differences.sorted { $0.utf8.count < $1.utf8.count }.prefix(25)
        return "\(differences.count) differences\n" + shortest.joined(separator: "\n")
    }
}
#endif
