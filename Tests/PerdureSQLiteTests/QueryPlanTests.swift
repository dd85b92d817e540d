// SPDX-License-Identifier: Apache-2.0
// What SQLite makes of the statements of fetches: an index serves each, under both rules for nil.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL
@testable import PerdureSQLite

@Suite("SQLite store: query plans") struct QueryPlanTests {
    private static let definitions = [
        EntityDefinition(
            "Person",
            properties: [
                PropertyDefinition("name", .attribute(AttributeDefinition(.string, isIndexed: true))),
                PropertyDefinition("age", .attribute(AttributeDefinition(.integer32, isIndexed: true))),
                TestModel.toMany("friends", "Person", inverse: "friends"),
                TestModel.toOne("boss", "Person", inverse: "staff"),
                TestModel.toMany("staff", "Person", inverse: "boss"),
            ])
    ]

    private func plan(_ store: OpenStore, _ format: String, _ nulls: NullSemantics) throws -> FetchPlan {
        var plan = FetchPlan(entity: try #require(store.schema.entity(named: "Person")).number)
        plan.predicate = try PredicateParser.parse(format)
        plan.nullSemantics = nulls
        return plan
    }

    /// The steps of SQLite's plan.
    private func steps(_ folder: StoreFolder, _ plan: FetchPlan, _ schema: Schema) throws -> [String] {
        let translator = FetchTranslator(mapping: try StoreMapping(schema: schema), dialect: .sqlite)
        let text = try translator.statement(for: plan).statement.text
        let statement = try folder.raw().statement("EXPLAIN QUERY PLAN " + text)
        defer { statement.reset() }
        var steps: [String] = []
        while try statement.step() { steps.append(statement.text(3)) }
        return steps
    }

    @Test(
        "PRE-79, PRE-99 comparisons with constants are searched in an index, not scanned",
        arguments: [
            "name == 'a'", "name < 'b'", "name BETWEEN {'a', 'b'}", "name IN {'a', 'b'}", "age == 3",
            "age > 3", "age BETWEEN {1, 3}", "age IN {1, 2}", "name BEGINSWITH[n] 'a'",
            "age > 3 AND name != 'a'", "age == 3 OR name == 'a'", "boss.name == 'a'",
        ], [NullSemantics.sql, .foundation])
    func indexed(_ format: String, _ nulls: NullSemantics) throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.definitions)
        let steps = try steps(folder, try plan(store, format, nulls), store.schema)
        #expect(!steps.contains { $0.hasPrefix("SCAN") }, "\(steps)")
        #expect(steps.contains { $0.contains("INDEX") }, "\(steps)")
    }

    @Test(
        "PRE-42, PRE-80 a member is looked for by its owner's key, also where a relationship is its own inverse",
        arguments: ["ANY staff.age > 3", "staff.@count > 1", "ANY friends.age > 3"],
        [NullSemantics.sql, .foundation])
    func members(_ format: String, _ nulls: NullSemantics) throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.definitions)
        let steps = try steps(folder, try plan(store, format, nulls), store.schema)
        #expect(steps.filter { $0.hasPrefix("SCAN") }.count == 1, "\(steps)")
        #expect(!steps.contains { $0.contains("TEMP B-TREE") || $0.contains("AUTOMATIC") }, "\(steps)")
    }

    @Test("PRE-80 friends count once, whichever side has listed them, and so does an object that is its own")
    func ownInverse() throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.definitions)
        let people = try ["a", "b", "c"].map { try store.insert("Person", ["name": .string($0)]) }
        let mapping = try StoreMapping(schema: store.schema)
        let table = try #require(mapping.joinTables.first)
        let (a, b, c) = (people[0].number, people[1].number, people[2].number)
        try folder.raw().execute(
            "INSERT INTO \(table.name) VALUES (\(a), \(b)), (\(b), \(a)), (\(c), \(a)), (\(c), \(c))")
        for (format, expected) in [
            ("friends.@count == 2", [a, c]), ("friends.@count == 1", [b]),
            ("ANY friends.name == 'c'", [a, c]),
        ] {
            guard case .rows(let rows) = try store.engine.fetch(try plan(store, format, .sql)) else {
                Issue.record("no rows")
                return
            }
            #expect(rows.map(\.key.number).sorted() == expected, "\(format)")
        }
    }
}
