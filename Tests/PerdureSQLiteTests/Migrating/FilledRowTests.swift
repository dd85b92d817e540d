// SPDX-License-Identifier: Apache-2.0
// Rows that get defaults in a migration in place: composites, attributes that merge, and values that must not be equal.

import Foundation
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Migration in place: filled rows") struct FilledRowTests {
    @Test(
        "MG-10 MG-29 MIG-54 rows without a composite get its default or none; elements fill the others",
        arguments: CompositeMigration.all)
    func composites(_ migration: CompositeMigration) throws {
        let file = try VersionedStore()
        let store = try file.open(migration.models.old)
        try migration.write(into: store.engine)
        try store.engine.close()
        let outcome = try CompositeMigration.outcome {
            let migrated = try file.migrate(migration.steps)
            let values = try CompositeMigration.values(in: migrated.engine)
            try migrated.engine.close()
            return values
        }
        #expect(outcome == migration.wanted)
        guard case .values = outcome else { return }
        #expect(try file.shape == VersionedStore.shape(of: migration.models.new))
        #expect(try file.problems(migration.models.new) == [])
    }

    @Test("MIG-54 rows that change their table keep to the same rules for composites")
    func movedRows() throws {
        func place(_ elements: PropertyDefinition...) -> PropertyDefinition {
            attribute("place", .composite) { $0.elements = elements }
        }
        let street = attribute("street")
        let old = [entity("Base"), entity("Part", below: "Base", place(street))]
        let new = [entity("Base"), entity("Part", place(street, attribute("land", default: .string("US"))))]
        let file = try VersionedStore()
        let store = try file.open(old)
        try store.insert("Part")
        try store.insert("Part", ["place": .composite([.string("a")])])
        try store.engine.close()
        try file.migrate(old, new).engine.close()
        #expect(try file.rows("SELECT ZSTREET, ZLAND FROM ZPART ORDER BY Z_PK") == ["– –", "a US"])
    }

    @Test("MIG-54 an element that allows external storage keeps and gets its values in its column")
    func elementBesideFiles() throws {
        func model(_ isOptional: Bool, _ allowsFiles: Bool) -> [EntityDefinition] {
            let photo = attribute("photo", .binary) { $0.allowsExternalStorage = allowsFiles }
            let value = ConstantValue.dictionary(["photo": .data(Data([7]))])
            return [
                entity(
                    "E",
                    attribute("place", .composite, optional: isOptional, default: isOptional ? nil : value) {
                        $0.elements = [photo, attribute("name")]
                    })
            ]
        }
        for allowedBefore in [false, true] {
            let file = try VersionedStore()
            let store = try file.open(model(true, allowedBefore))
            let empty = try store.insert("E")
            let full = try store.insert("E", ["place": .composite([.data(Data([1])), .null])])
            #expect(try store.value(full, "place") == .composite([.data(Data([1])), .null]))
            try store.engine.close()
            let migrated = try file.migrate(model(true, allowedBefore), model(false, true))
            let found = try [empty, full].map { try migrated.value($0, "place") }
            #expect(found == [7, 1].map { .composite([.data(Data([$0])), .null]) })
            try migrated.engine.close()
        }
    }

    @Test("MGI-1 MRG-71 a required counter and a whole value that are added get their defaults in every row")
    func merging() throws {
        let old = [entity("Post", attribute("title"), attribute("views", .integer64))]
        let new = [
            entity(
                "Post", attribute("title"),
                attribute("views", .integer64, optional: false, default: .integer(5)) {
                    $0.merge = MergeRule(.counter, type: .integer64)
                },
                attribute("likes", .integer64, optional: false, default: .integer(0)) {
                    $0.merge = MergeRule(.counter, type: .integer64)
                },
                attribute("color", default: .string("red")) { $0.merge = MergeRule(.value, type: .string) })
        ]
        let file = try VersionedStore()
        let store = try file.open(old)
        let keys = try [StoredValue.null, .integer(2)].map { try store.insert("Post", ["views": $0]) }
        try store.engine.close()
        let migrated = try file.migrate(old, new)
        #expect(try keys.map { try migrated.value($0, "views") } == [.integer(5), .integer(2)])
        #expect(try keys.map { try migrated.value($0, "likes") } == [.integer(0), .integer(0)])
        #expect(try keys.map { try migrated.value($0, "color") } == [.string("red"), .string("red")])
        try migrated.engine.close()
        #expect(try file.problems(new) == [])
    }

    /// Codes that must be unique; a new version requires them.
    private static func codes(_ isRequired: Bool) -> [EntityDefinition] {
        [
            entity(
                "Item", constraints: [["code"]],
                attribute("code", optional: !isRequired, default: isRequired ? .string("") : nil))
        ]
    }

    @Test("MIG-35 MIG-55 a default that makes unique values equal: the constraint and the rows are named")
    func equalDefaults() throws {
        let file = try VersionedStore()
        let store = try file.open(Self.codes(false))
        for code in [StoredValue.null, .string("a"), .null] { try store.insert("Item", ["code": code]) }
        try store.engine.close()
        let before = try file.folder.bytes()
        let error = #expect(throws: MigrationFailure.self) {
            try file.migrate(Self.codes(false), Self.codes(true))
        }
        let rows = [1, 3].map { MigrationFailure.Row(entity: 1, key: $0) }
        #expect(error == MigrationFailure(.duplicates(["code"]), entity: "Item", rows: rows))
        #expect(try file.folder.bytes() == before)
    }

    @Test("MIG-55 a unique index over values that are filled is there afterwards")
    func uniqueIndex() throws {
        let file = try VersionedStore()
        let store = try file.open(Self.codes(false))
        for code in [StoredValue.null, .string("a")] { try store.insert("Item", ["code": code]) }
        try store.engine.close()
        try file.migrate(Self.codes(false), Self.codes(true)).engine.close()
        #expect(try file.shape == VersionedStore.shape(of: Self.codes(true)))
        #expect(try file.rows("SELECT ZCODE FROM ZITEM ORDER BY Z_PK") == ["", "a"])
    }
}
