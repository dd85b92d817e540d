// SPDX-License-Identifier: Apache-2.0
// Fetches that differ in their constants alone: each finds what memory finds, whichever was first.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePredicates
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: repeated fetches", .enabled(if: TestStores.isThere, TestStores.advice))
struct RepeatedFetchTests {
    private static let uuids = (0..<2).map { _ in UUID() }

    private static let rows: [[String: StoredValue]] = [
        [
            "name": .string("a"), "whole": .integer(1), "small": .integer(1), "real": .double(1.5),
            "exact": .decimal(DecimalBox(1)), "flag": .integer(1), "day": .date(7), "mark": .uuid(uuids[0]),
        ],
        [
            "name": .string("b"), "whole": .integer(2), "small": .integer(1), "real": .double(3),
            "exact": .decimal(DecimalBox(Decimal(string: "1.5") ?? 0)), "flag": .integer(0), "day": .date(8),
            "mark": .uuid(uuids[1]),
        ],
        [
            "name": .string("c"), "whole": .integer(9_007_199_254_740_993),
            "real": .double(9_007_199_254_740_992),
        ],
        ["name": .string("d\u{e9}")],
    ]

    /// Constants of one kind that an adapter may treat in different ways.
    static let series: [(String, [[ConstantValue]])] = [
        ("whole == %@", [[.integer(1)], [.integer(2)], [.integer(7)]]),
        ("whole < %@", [[.double(1.5)], [.double(2)], [.double(1e30)], [.double(-1e30)]]),
        ("whole == %@", [[.double(1.5)], [.double(2)], [.double(1e30)]]),
        ("real == %@", [[.integer(3)], [.integer(9_007_199_254_740_993)], [.integer(1)]]),
        ("real > %@", [[.integer(9_007_199_254_740_993)], [.integer(2)]]),
        ("exact == %@", [[.double(1.5)], [.double(1)], [.integer(1)], [.double(2.5)]]),
        ("exact >= %@", [[.integer(1)], [.integer(2)]]),
        ("flag == %@", [[.boolean(true)], [.boolean(false)]]),
        ("flag == %@", [[.integer(1)], [.integer(2)], [.integer(0)]]),
        ("mark == %@", [[.uuid(uuids[1])], [.uuid(uuids[0])], [.uuid(UUID())]]),
        ("name == %@", [[.string("a")], [.string("a\0")], [.string("b")], [.string("d\u{e9}")]]),
        ("name < %@", [[.string("b")], [.string("")], [.string("c\0")]]),
        (
            "whole == %@ AND small == %@",
            [
                [.integer(1), .integer(1)], [.integer(2), .integer(1)], [.integer(2), .integer(2)],
            ]
        ),
        ("whole == %@ OR small == %@", [[.integer(2), .integer(1)], [.integer(1), .integer(1)]]),
        ("whole BETWEEN {%@, %@}", [[.integer(1), .integer(2)], [.integer(2), .integer(2)]]),
        ("whole IN %@", [[.array([.integer(1), .integer(2)])], [.array([.integer(2), .double(1.5)])]]),
        ("day >= %@", [[.date(Date(timeIntervalSinceReferenceDate: 8))], [.date(.distantPast)]]),
    ]

    @Test("PG-107 a fetch like an earlier one binds its own constants", arguments: series)
    func constants(_ format: String, _ arguments: [[ConstantValue]]) throws {
        let forward = try TwinStores(Self.rows)
        let backward = try TwinStores(Self.rows)
        for _ in 0..<2 {
            for constants in arguments { try forward.agree(format, constants) }
            for constants in arguments.reversed() { try backward.agree(format, constants) }
        }
    }

    @Test("PG-107 a limit and an offset are bound anew, also where they equal a constant")
    func limits() throws {
        let twins = try TwinStores(Self.rows)
        var plan = FetchPlan(entity: 1)
        plan.sort = [SortTerm(["name"], isAscending: true)]
        for (bound, limit, offset) in [(1, 2, 0), (1, 1, 0), (2, 1, 1), (1, 1, 1)] as [(Int64, Int, Int)] {
            plan.predicate = try PredicateParser.parse("whole >= %@", arguments: [.integer(bound)])
            (plan.limit, plan.offset) = (limit, offset)
            let found = try keys(twins.server, plan)
            #expect(try found == keys(twins.memory, plan))
        }
    }

    private func keys(_ engine: any StoreEngine, _ plan: FetchPlan) throws -> [Int64] {
        guard case .rows(let rows) = try engine.fetch(plan) else { return [] }
        return rows.map(\.key.number)
    }
}
#endif
