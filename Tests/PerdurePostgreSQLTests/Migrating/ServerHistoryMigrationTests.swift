// SPDX-License-Identifier: Apache-2.0
// What a history says of changes from before a migration: in the words of the new version.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: histories of migrated stores", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerHistoryMigrationTests {
    private let stores = TestStores()

    private static func kept(_ name: String, _ type: StoredAttributeType, from former: String? = nil)
        -> PropertyDefinition
    {
        var attribute = AttributeDefinition(type)
        attribute.isPreserved = true
        var property = PropertyDefinition(name, .attribute(attribute))
        property.formerName = former
        return property
    }

    private static let old = [
        EntityDefinition(
            "Owner",
            properties: [
                kept("number", .integer32), kept("flag", .boolean), kept("large", .integer64),
                kept("name", .string), OwnersModel.many("members", "Member", "owner"),
            ]),
        EntityDefinition(
            "Member", properties: [OwnersModel.one("owner", "Owner", "members")]),
        EntityDefinition("Gone", properties: [kept("name", .string)]),
    ]
    private static let new = [
        EntityDefinition(
            "Owner",
            properties: [
                kept("figure", .double, from: "number"), kept("flag", .integer16), kept("large", .integer16),
                kept("title", .string, from: "name"),
                OwnersModel.many("people", "Member", "owner", from: "members"),
            ]),
        EntityDefinition(
            "Member", properties: [OwnersModel.one("owner", "Owner", "people")]),
    ]

    private func open(
        _ model: [EntityDefinition], in namespace: String, from old: [EntityDefinition]? = nil
    ) throws -> EngineUnderTest {
        let schema = try Schema(model)
        let engine = try stores.open(schema, in: namespace) { options in
            options.tracksHistory = true
            options.initialMetadata[StoreMigration.hashesKey] = schema.anyHashes
            guard let former = try? old.map({ try Schema($0) }) else { return }
            options.migration = StoreMigration(
                from: former.anyHashes, former, metadata: [StoreMigration.hashesKey: schema.anyHashes])
        }
        return EngineUnderTest(engine)
    }

    @Test(
        "PG-125 changes from before a migration have new names, converted last values, and no removed entity")
    func converted() throws {
        let namespace = stores.namespace()
        let store = try open(Self.old, in: namespace)
        let owner = try store.insert(
            "Owner",
            ["number": .integer(7), "flag": .integer(1), "large": .integer(70_000), "name": .string("n")])
        try store.insert("Gone", ["name": .string("x")])
        var changes = ChangeSet()
        changes.updates = [try store.update(owner, ["name": .string("m")], expecting: 1)]
        try store.commit(changes)
        var deletion = ChangeSet()
        deletion.deletions = [RowDeletion(key: owner, expectedVersion: nil)]
        try store.commit(deletion)
        try store.engine.close()

        let migrated = try open(Self.new, in: namespace, from: Self.old)
        let history = try #require(migrated.engine.history)
        let found = try history.transactions(after: .beginning, withChanges: true).transactions
        #expect(found.map(\.number) == [1, 2, 3, 4])
        #expect(found[1].changes.isEmpty)
        #expect(found[2].changes.map(\.slots) == [[try migrated.slot("Owner", "title")]])
        let last = try #require(found[3].changes.first?.tombstone)
        let values = Dictionary(uniqueKeysWithValues: last.map { ($0.slot, $0.value) })
        #expect(try values[migrated.slot("Owner", "figure")] == .double(7))
        #expect(try values[migrated.slot("Owner", "flag")] == .integer(1))
        #expect(try values[migrated.slot("Owner", "large")] == .null)
        #expect(try values[migrated.slot("Owner", "title")] == .string("m"))
    }

    @Test("PG-125 a relationship without a column keeps its number in the history")
    func members() throws {
        let namespace = stores.namespace()
        try open(Self.old, in: namespace).engine.close()
        let numbers = "SELECT number, property FROM \(namespace).perdure_columns WHERE path = 'members'"
        let before = try SharedServer.run("SELECT number::text || property FROM (\(numbers)) n")
        #expect(before.count == 1)
        try open(Self.new, in: namespace, from: Self.old).engine.close()
        let after = try SharedServer.run("SELECT number::text || property FROM (\(numbers)) n")
        #expect(after == before.map { $0.replacing("members", with: "people") })
    }
}
#endif
