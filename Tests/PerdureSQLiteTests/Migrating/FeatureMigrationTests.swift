// SPDX-License-Identifier: Apache-2.0
// Features of models in a migration in place: relationships of every form, derived values, files, indexes.

import Foundation
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Migration in place: features") struct FeatureMigrationTests {
    @Test("MIG-52 a to-one becomes to-many, in a join table; an order is that of the keys, 1024 apart")
    func toManyAndOrdered() throws {
        let old = [
            entity("A", relationship("b", to: "B", inverse: "a")),
            entity("B", relationship("a", to: "A", inverse: "b", many: true)),
        ]
        let new = [
            entity("A", relationship("b", to: "B", inverse: "a", many: true)),
            entity("B", relationship("a", to: "A", inverse: "b", many: true, ordered: true)),
        ]
        let file = try VersionedStore()
        let store = try file.open(old)
        let member = try store.insert("B")
        for _ in 0..<3 { try store.insert("A", ["b": .reference(member)]) }
        try store.engine.close()
        let migrated = try file.migrate(old, new)
        #expect(try migrated.members(member, "a").map(\.number) == [1, 2, 3])
        try migrated.engine.close()
        let order = try #require(
            file.rows("SELECT name FROM pragma_table_info('Z_1B') WHERE name LIKE 'Z_FOK%'").first)
        #expect(try file.rows("SELECT \(order) FROM Z_1B ORDER BY 1") == ["2048", "3072", "4096"])
        #expect(try file.problems(new) == [])
    }

    @Test("MIG-52 an order that is new is that of the keys")
    func newOrder() throws {
        let model = { (ordered: Bool) in
            [
                entity("A", relationship("b", to: "B", inverse: "a")),
                entity("B", relationship("a", to: "A", inverse: "b", many: true, ordered: ordered)),
            ]
        }
        let file = try VersionedStore()
        let store = try file.open(model(false))
        let owner = try store.insert("B")
        for _ in 0..<2 { try store.insert("A", ["b": .reference(owner)]) }
        try store.engine.close()
        try file.migrate(model(false), model(true)).engine.close()
        #expect(try file.rows("SELECT ZB, Z_FOK_B FROM ZA") == ["1 2048", "1 3072"])
        try file.migrate(model(true), model(false)).engine.close()
        #expect(try file.shape == VersionedStore.shape(of: model(false)))
    }

    @Test("MIG-53 a derived attribute that is added has its values, and follows a renamed one")
    func derived() throws {
        let upper = { (path: String) in
            attribute("upper") { $0.derivation = .function(FunctionCall("uppercase:", [.key(path)])) }
        }
        let old = [entity("A", attribute("name"))]
        let new = [entity("B", from: "A", attribute("title", from: "name"), upper("title"))]
        let file = try VersionedStore()
        let store = try file.open(old)
        let key = try store.insert("A", ["name": .string("abc")])
        try store.engine.close()
        let migrated = try file.migrate(old, new)
        #expect(try migrated.value(key, "upper") == .string("ABC"))
        try migrated.update(key, ["title": .string("x")], version: 1)
        #expect(try migrated.value(key, "upper") == .string("X"))
        try migrated.engine.close()
        #expect(try file.shape == VersionedStore.shape(of: new))
    }

    @Test("MIG-59 files of removed rows and attributes go, those of rows that stay are not touched")
    func externalFiles() throws {
        let files = { (name: String) in attribute(name, .binary) { $0.allowsExternalStorage = true } }
        let old = [entity("A", files("kept"), files("gone")), entity("B", files("data"))]
        let new = [entity("A", files("kept"))]
        let file = try VersionedStore()
        let store = try file.open(old)
        let large = StoredValue.data(Data(count: 200_000))
        let key = try store.insert("A", ["kept": large, "gone": large])
        try store.insert("B", ["data": large])
        try store.engine.close()
        let folder = file.folder.path(".Store_SUPPORT/_EXTERNAL_DATA")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
        let migrated = try file.migrate(old, new)
        #expect(try migrated.value(key, "kept") == large)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }

    @Test("MIG-59 external storage that comes gets its marker, and one that goes is read back into the row")
    func externalStorage() throws {
        let model = { (isExternal: Bool) in
            [entity("A", attribute("data", .binary) { $0.allowsExternalStorage = isExternal })]
        }
        let (small, large) = (StoredValue.data(Data([1, 2, 0])), StoredValue.data(Data(count: 200_000)))
        let file = try VersionedStore()
        let store = try file.open(model(false))
        let key = try store.insert("A", ["data": small])
        try store.engine.close()
        let external = try file.migrate(model(false), model(true))
        #expect(try external.value(key, "data") == small)
        let second = try external.insert("A", ["data": large])
        try external.engine.close()
        let inline = try file.migrate(model(true), model(false))
        #expect(try inline.value(key, "data") == small)
        #expect(try inline.value(second, "data") == large)
        let folder = file.folder.path(".Store_SUPPORT/_EXTERNAL_DATA")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("MIG-48 MRG-94 counts of merging writes follow the number of their entity: versions stay")
    func mergingWrites() throws {
        let file = try VersionedStore()
        let store = try file.open(MergeModel.entities)
        let key = try store.insert("Tally", ["count": .integer(10)])
        for _ in 0..<3 { try store.add(1, to: key) }
        try store.engine.close()
        #expect(try file.rows("SELECT ENTITY, PK, WRITES FROM PERDURE_MERGES") == ["2 1 3"])
        let new = [entity("Aaa", attribute("x"))] + MergeModel.entities
        let migrated = try file.migrate(MergeModel.entities, new)
        let tally = try #require(migrated.schema.entity(named: "Tally")).number
        let moved = migrated.schema.key(entity: tally, number: key.number)
        #expect(try migrated.row(moved)?.version == 1)
        try migrated.add(1, to: moved)
        #expect(try migrated.row(moved)?.version == 1)
        #expect(try migrated.value(moved, "count") == .integer(14))
        try migrated.engine.close()
        #expect(try file.rows("SELECT ENTITY, PK, WRITES FROM PERDURE_MERGES") == ["3 1 4"])
        #expect(try file.rows("SELECT Z_OPT FROM ZTALLY") == ["5"])
    }

    @Test("MIG-55 indexes follow their columns, and one that the model does not know stays")
    func indexes() throws {
        let indexed = { (name: String, former: String?) in
            attribute(name, from: former) { $0.isIndexed = true }
        }
        let old = [entity("A", indexed("name", nil), attribute("other"))]
        let new = [entity("A", indexed("title", "name"), attribute("other"))]
        let file = try VersionedStore()
        try file.open(old).engine.close()
        try file.folder.raw().execute("CREATE INDEX mine ON ZA (ZOTHER)")
        try file.migrate(old, new).engine.close()
        #expect(
            try file.rows("SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name") == [
                "Z_A_title", "mine",
            ])
    }
}
