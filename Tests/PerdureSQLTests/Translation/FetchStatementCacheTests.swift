// SPDX-License-Identifier: Apache-2.0
// Fetches that are like an earlier one take over its statement: it must be the one that the translator would make.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Fetches like earlier ones")
struct FetchStatementCacheTests {
    private let fetches = FetchStatementCache(Company.translator)

    private func plan(
        _ entity: String, _ format: String? = nil, _ arguments: [ConstantValue] = [],
        _ change: (inout FetchPlan) -> Void = { _ in }
    ) throws -> FetchPlan {
        var plan = FetchPlan(entity: Company.number(entity))
        plan.predicate = try format.map { try PredicateParser.parse($0, arguments: arguments) }
        change(&plan)
        return plan
    }

    /// Runs plans one after the other, each of which must get the translator's statement.
    private func expectTranslations(_ plans: [FetchPlan]) throws {
        for plan in plans {
            #expect(try fetches.ready(plan).statement == Company.translator.statement(for: plan).statement)
        }
    }

    @Test("what is not a number is translated each time: it does not equal itself")
    func notANumber() throws {
        _ = try fetches.ready(plan("Task", "points == %@", [.double(1)]))
        let odd = try plan("Task", "points == %@", [.double(.nan)])
        let expected = try Company.translator.statement(for: odd).statement.text
        for _ in 0..<2 { #expect(try fetches.ready(odd).statement.text == expected) }
    }

    static let pairs: [(String, [ConstantValue], [ConstantValue])] = [
        ("points == %@", [.integer(1)], [.integer(-7)]),
        ("points != %@", [.integer(0)], [.integer(.max)]),
        ("title == %@", [.string("a")], [.string("it's \"quoted\" % _ *")]),
        ("points > %@ AND title < %@", [.integer(1), .string("b")], [.integer(2), .string("")]),
        ("points BETWEEN {%@, %@}", [.integer(1), .integer(9)], [.integer(9), .integer(1)]),
        ("points IN %@", [.array([.integer(1), .integer(2)])], [.array([.integer(4), .integer(3)])]),
        ("owner == %@", [Company.reference("Employee", 1)], [Company.reference("Employee", 2)]),
        ("owner.name == %@", [.string("Zoe")], [.string("Bo")]),
        ("SELF == %@", [Company.reference("Task", 1)], [Company.reference("Task", 2)]),
        ("done == %@", [.boolean(true)], [.boolean(false)]),
        (
            "points >= %@ AND (points < %@ AND done == %@)",
            [.integer(1), .double(2.5), .boolean(true)], [.integer(3), .double(-4), .boolean(false)]
        ),
    ]

    @Test("constants are bound to the statement that is known", arguments: pairs)
    func other(_ format: String, _ first: [ConstantValue], _ second: [ConstantValue]) throws {
        try expectTranslations([try plan("Task", format, first), try plan("Task", format, second)])
        #expect(fetches.count == 1)
    }

    @Test("a constant of another kind, nil, accents and objects of other hierarchies are translated anew")
    func otherKinds() throws {
        let values: [ConstantValue] = [
            .string("a"), .string("é"), .string("e\u{301}"), .null, .integer(1), .string("b"),
        ]
        try expectTranslations(try values.map { try plan("Task", "title == %@", [$0]) })
        try expectTranslations(
            try [
                Company.reference("Employee", 1), Company.reference("Task", 1),
                Company.reference("Employee", 2), .null,
            ]
            .map { try plan("Task", "owner == %@", [$0]) })
        try expectTranslations(
            try [.integer(1), .boolean(true), .double(1), .decimal(1.5), .decimal(2), .null].map {
                try plan("Task", "points > %@", [$0])
            })
    }

    @Test("lists of other lengths, patterns, OR, NOT and counts are translated anew")
    func otherForms() throws {
        for length in [0, 1, 2, 8, 9, 16, 17, 40] {
            let list = ConstantValue.array((0..<length).map { .integer(Int64($0)) })
            try expectTranslations([
                try plan("Task", "points IN %@", [list]), try plan("Task", "NOT points IN %@", [list]),
            ])
        }
        for format in [
            "title BEGINSWITH %@", "title LIKE %@", "title ==[c] %@", "title CONTAINS %@", "title MATCHES %@",
            "title == %@ OR title == 'x' OR points == 1", "%@ == title", "uppercase:(title) == %@",
        ] {
            try expectTranslations(
                try ["a", "b*", "", "ü", "\u{7F}"].map { try plan("Task", format, [.string($0)]) })
        }
        try expectTranslations(
            try [0, 1, 2].map { try plan("Employee", "tasks.@count > %@", [.integer($0)]) })
    }

    @Test(
        "what else decides the text makes another shape: entity, subentities, order, page, result, meaning of nil"
    )
    func otherPlans() throws {
        let changes: [(inout FetchPlan) -> Void] = [
            { _ in }, { $0.limit = 3 }, { $0.limit = 4 }, { $0.offset = 2 },
            { ($0.limit, $0.offset) = (1, 1) }, { $0.sort = [SortTerm(["name"])] },
            { $0.sort = [SortTerm(["name"], isAscending: false)] },
            { $0.sort = [SortTerm(["name"], collation: .localized)] }, { $0.sort = [SortTerm(["self"])] },
            { $0.shape = .keys }, { $0.shape = .count }, { ($0.shape, $0.limit) = (.count, 7) },
            { $0.includesSubentities = false }, { $0.nullSemantics = .foundation },
            { $0.entity = Company.number("Employee") },
        ]
        for name in ["a", "b"] {
            try expectTranslations(
                try changes.map { try plan("Person", "name == %@", [.string(name)], $0) })
        }
        // The two limits are one shape.
        #expect(fetches.count == changes.count - 1)
    }

    @Test("the cache is bounded, whatever is fetched")
    func bounded() throws {
        for length in 0..<2_000 {
            let format = (0..<(length % 12 + 1)).map {
                "points \(["==", "<", ">", "!="][(length >> $0) & 3]) \($0)"
            }
            try expectTranslations([try plan("Task", format.joined(separator: " AND "))])
        }
        #expect(fetches.count <= 500)
    }

    @Test("long predicates and deep ones have no shape")
    func large() throws {
        let long = Array(repeating: "points == 1", count: 5_000).joined(separator: " AND ")
        var values = FetchShape.Values()
        #expect(FetchShape(try plan("Task", long), &values) == nil)
    }
}
