// SPDX-License-Identifier: Apache-2.0
// Random predicates find the same objects in SQLite and in memory, by both rules for nil.

import Foundation
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Random predicates")
struct DifferentialTests {
    /// How many predicates a run asks, in all.
    static let count = Counts.number("PERDURE_RANDOM_PREDICATES", standard: 20_000)
    /// Those of all suites of this target.
    static let seeds = Seeds.of("predicates")

    @Test(
        "PRE-98, PRE-99, PRE-100 random predicates find the same in SQLite and in memory, by both rules for nil",
        arguments: seeds)
    func agreement(_ seed: UInt64) throws {
        let shop = try PredicateShop()
        var generator = PredicateGenerator(seed: seed, keys: shop.keys)
        var tally = Tally()
        for _ in 0..<Self.count {
            let entity = generator.pick(["Item", "Item", "Owner", "Tag", "Offer"])
            let predicate = generator.predicate(entity == "Offer" ? "Item" : entity)
            for rules in [NullSemantics.sql, .foundation] {
                tally.add(Answers(shop, entity, predicate, rules))
            }
        }
        print("random predicates: seed \(seed), \(tally)")
        print("ran: \(Self.count) predicates")
        #expect(tally.differences.isEmpty, "seed \(seed): \(tally.report)")
        #expect(tally.telling > Self.count / 4, "too few predicates found some objects and not all")
    }
}

/// What both engines say to one predicate.
struct Answers {
    let description: String
    let sqlite: Result<Set<ObjectKey>, any Error>
    let memory: Result<Set<ObjectKey>, any Error>

    init(_ shop: PredicateShop, _ entity: String, _ predicate: PredicateNode, _ rules: NullSemantics) {
        let plan = shop.plan(entity, predicate, rules)
        description = "\(entity), \(rules): \(PredicatePrinter.format(predicate))"
        sqlite = Result { try Self.keys(shop.sqlite, plan) }
        memory = Result { try Self.keys(shop.memory, plan) }
    }

    private static func keys(_ engine: any StoreEngine, _ plan: FetchPlan) throws -> Set<ObjectKey> {
        guard case .keys(let keys) = try engine.fetch(plan) else { return [] }
        return Set(keys)
    }
}

/// What was found over many predicates.
struct Tally: CustomStringConvertible {
    private(set) var differences: [String] = []
    private(set) var telling = 0
    private(set) var refused = 0
    private(set) var overflows = 0
    private var all = 0

    mutating func add(_ answers: Answers) {
        all += 1
        switch (answers.sqlite, answers.memory) {
        case (.success(let stored), .success(let evaluated)):
            if !stored.isEmpty, stored.count < 14 { telling += 1 }
            if stored != evaluated {
                let numbers = { (keys: Set<ObjectKey>) in keys.map(\.number).sorted() }
                note("\(answers.description)\n   SQLite \(numbers(stored)), memory \(numbers(evaluated))")
            }
        // What has no form in SQL is refused; memory may answer it.
        case (.failure(let error), _):
            refused += 1
            reasons["\(error)".prefix(110).description, default: 0] += 1
        // SQLite goes on with a floating-point number where 64 bits overflow; in memory that is an error (PRE-108).
        case (.success, .failure(let error)) where "\(error)".contains("integer overflow"):
            overflows += 1
        case (.success, .failure(let error)):
            note("\(answers.description)\n   SQLite answers, memory: \(error)")
        }
    }

    private(set) var reasons: [String: Int] = [:]

    private mutating func note(_ text: String) { differences.append(text) }

    /// The shortest ones: those that are easiest to understand.
    var report: String {
        let shortest = differences.sorted { $0.utf8.count < $1.utf8.count }.prefix(20)
        return "\(differences.count) differences\n" + shortest.joined(separator: "\n")
    }

    var description: String {
        "\(all) answers, \(telling) telling, \(refused) refused by SQLite, \(overflows) overflows"
    }
}
