// SPDX-License-Identifier: Apache-2.0
// Derived attributes of the in-memory engine beyond the contract: sums that do not fit, references that lead nowhere,
// the cost of large commits.

import PerdurePredicates
import PerdureStore
import Testing

@Suite("In-memory engine: derived attributes") struct InMemoryDerivedTests {
    private let schema: Schema
    private let engine: InMemoryEngine
    private let list: EntityLayout
    private let item: EntityLayout

    init() throws {
        func many(_ text: String) throws -> PropertyDefinition.Kind {
            .attribute(AttributeDefinition(.integer64, derivation: try PredicateParser.parseExpression(text)))
        }
        schema = try Schema([
            EntityDefinition(
                "Item",
                properties: [
                    PropertyDefinition("points", .attribute(AttributeDefinition(.integer64))),
                    PropertyDefinition(
                        "list", .relationship(RelationshipDefinition(to: "List", inverse: "items"))),
                    PropertyDefinition(
                        "listName",
                        .attribute(AttributeDefinition(.string, derivation: .key("list", "name")))),
                ]),
            EntityDefinition(
                "List",
                properties: [
                    PropertyDefinition("name", .attribute(AttributeDefinition(.string))),
                    PropertyDefinition(
                        "items",
                        .relationship(RelationshipDefinition(to: "Item", inverse: "list", isToMany: true))),
                    PropertyDefinition("count", try many("items.@count")),
                    PropertyDefinition("total", try many("items.points.@sum")),
                ]),
        ])
        engine = InMemoryEngine(schema: schema)
        list = try #require(schema.entity(named: "List"))
        item = try #require(schema.entity(named: "Item"))
    }

    private func insertion(_ layout: EntityLayout, _ number: Int64, _ values: [String: StoredValue])
        -> RowInsertion
    {
        var slots = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
        for (name, value) in values { slots[layout.slots[name]!] = value }
        return RowInsertion(key: schema.key(entity: layout.number, number: number), values: slots)
    }

    private func item(_ number: Int64, points: Int64, in list: Int64) -> RowInsertion {
        insertion(item, number, ["points": .integer(points), "list": .reference(key(list))])
    }

    private func key(_ number: Int64) -> ObjectKey { schema.key(entity: list.number, number: number) }

    @discardableResult
    private func commit(_ insertions: [RowInsertion], deleting: [ObjectKey] = []) throws -> [Row] {
        var changes = ChangeSet()
        changes.insertions = insertions
        changes.deletions = deleting.map { RowDeletion(key: $0, expectedVersion: nil) }
        guard case .committed(let rows) = try engine.commit(changes) else {
            Issue.record("not written")
            return []
        }
        return rows
    }

    private func value(_ name: String, of layout: EntityLayout, _ number: Int64) throws -> StoredValue? {
        let row = try engine.rows(for: [schema.key(entity: layout.number, number: number)]).first
        return row?[layout.slots[name]!]
    }

    @Test("STO-20 DER-21 what lies in entities that the configuration lacks derives nothing")
    func configurations() throws {
        let lists = InMemoryEngine(schema: schema, entities: [list.number])
        var changes = ChangeSet()
        changes.insertions = [insertion(list, 1, [:])]
        _ = try lists.commit(changes)
        let row = try #require(try lists.rows(for: [key(1)]).first)
        for name in ["count", "total"] { #expect(row[try #require(list.slots[name])] == .null, "\(name)") }
    }

    @Test("DER-14 a sum that does not fit is refused before anything is written")
    func overflow() throws {
        try commit([insertion(list, 1, [:]), item(1, points: .max, in: 1)])
        #expect(try value("total", of: list, 1) == .integer(.max))
        let error = #expect(throws: StoreError.self) { try commit([item(2, points: 1, in: 1)]) }
        guard case .invalidValue(let entity, let property, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((entity, property) == ("List", "total"))
        #expect(reason.contains("64 bits"))
        #expect(try value("points", of: item, 2) == nil)
        #expect(try value("count", of: list, 1) == .integer(1))
        // The write lock is free, and what fits is written; sums on the way to it may be larger.
        try commit([item(3, points: -2, in: 1), item(4, points: 1, in: 1)])
        #expect(try value("total", of: list, 1) == .integer(.max - 1))
    }

    @Test("DER-29c a row that points to a deleted one copies nil, and its name when it is written again")
    func dangling() throws {
        try commit([insertion(list, 1, ["name": .string("Home")]), item(1, points: 1, in: 1)])
        #expect(try value("listName", of: item, 1) == .string("Home"))
        try commit([], deleting: [key(1)])
        #expect(try value("listName", of: item, 1) == .null)
        try commit([insertion(list, 1, ["name": .string("Back")])])
        #expect(try value("listName", of: item, 1) == .string("Back"))
        #expect(try value("count", of: list, 1) == .integer(1))
    }

    @Test("DER-21 a commit of many members reports each row once")
    func largeCommit() throws {
        let lists = (1...100).map { insertion(list, $0, ["name": .string("L\($0)")]) }
        let rows = try commit(lists + (1...10_000).map { item($0, points: $0 % 7, in: $0 % 100 + 1) })
        #expect(rows.count == 10_100)
        #expect(Set(rows.map(\.key)).count == rows.count)
        for number in Int64(1)...100 {
            let points = (1...10_000).filter { $0 % 100 + 1 == number }.reduce(0) { $0 + $1 % 7 }
            #expect(try value("count", of: list, number) == .integer(100))
            #expect(try value("total", of: list, number) == .integer(points))
        }
        let moved = try commit([item(10_001, points: 5, in: 1)])
        #expect(moved.count == 2)
    }
}
