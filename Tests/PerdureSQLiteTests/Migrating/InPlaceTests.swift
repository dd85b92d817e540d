// SPDX-License-Identifier: Apache-2.0
// What a migration in place keeps, and what the file looks like afterwards.

import Foundation
import PerdureSQL
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Migration in place") struct InPlaceTests {
    private static let library = [
        entity("Author", attribute("name"), relationship("books", to: "Book", inverse: "author", many: true)),
        entity(
            "Book", attribute("title"), attribute("pages", .integer32),
            relationship("author", to: "Author", inverse: "books"),
            relationship("tags", to: "Tag", inverse: "books", many: true)),
        entity("Novel", below: "Book", attribute("genre")),
        entity("Tag", attribute("word"), relationship("books", to: "Book", inverse: "tags", many: true)),
    ]

    /// A library with an author of two books, one of them a novel with a tag.
    private func filled() throws -> (file: VersionedStore, author: ObjectKey, book: ObjectKey, novel: ObjectKey) {
        let file = try VersionedStore()
        let store = try file.open(Self.library)
        let author = try store.insert("Author", ["name": .string("A")])
        let book = try store.insert("Book", ["title": .string("B"), "author": .reference(author)])
        let novel = try store.insert("Novel", ["title": .string("N"), "author": .reference(author)])
        let tag = try store.insert("Tag", ["word": .string("t")])
        var changes = ChangeSet()
        changes.links = [try store.link(book, "tags", tag), try store.link(novel, "tags", tag)]
        try store.commit(changes)
        try store.engine.close()
        return (file, author, book, novel)
    }

    @Test("MIG-47 renamed entities keep keys, versions, the UUID and the largest key")
    func identity() throws {
        let (file, _, book, novel) = try filled()
        let before = try file.rows("SELECT Z_PK, Z_OPT, ZTITLE FROM ZBOOK ORDER BY 1")
        let uuid = try file.rows("SELECT Z_UUID FROM Z_METADATA")
        var model = Self.library
        model[1].name = "Work"
        model[1].formerName = "Book"
        model[2].superentity = "Work"
        for (index, place) in [(0, 1), (3, 1)] {
            model[index].properties[place] =
                index == 0
                ? relationship("books", to: "Work", inverse: "author", many: true)
                : relationship("books", to: "Work", inverse: "tags", many: true)
        }
        let store = try file.migrate(Self.library, model)
        for (key, title) in [(book, "B"), (novel, "N")] {
            let work = store.schema.key(entity: 3, number: key.number)
            #expect(try store.value(work, "title") == .string(title))
        }
        let next = try store.engine.reserveKey(entity: #require(store.schema.entity(named: "Work")).number)
        #expect(next == 3)
        try store.engine.close()
        #expect(try file.rows("SELECT Z_PK, Z_OPT, ZTITLE FROM ZWORK ORDER BY 1") == before)
        #expect(try file.rows("SELECT Z_UUID FROM Z_METADATA") == uuid)
        #expect(try file.shape == VersionedStore.shape(of: model))
    }

    @Test("MIG-48 an entity that comes first shifts all numbers: rows, keys, join tables, bookkeeping")
    func numbers() throws {
        let (file, author, book, novel) = try filled()
        let model = [entity("Aaa", attribute("x"))] + Self.library
        let store = try file.migrate(Self.library, model)
        #expect(try store.count("Novel") == 1)
        let key = try #require(try store.row(store.schema.key(entity: 4, number: novel.number)))
        #expect(store.schema[key.key.entity].name == "Novel")
        let owner = store.schema.key(entity: 2, number: author.number)
        #expect(try store.members(owner, "books").map(\.number) == [book.number, novel.number])
        try store.engine.close()
        #expect(try file.rows("SELECT Z_ENT FROM ZBOOK ORDER BY Z_PK") == ["3", "4"])
        #expect(try file.rows("SELECT COUNT(*) FROM Z_3TAGS") == ["2"])
        #expect(try file.shape == VersionedStore.shape(of: model))
        #expect(try file.problems(model) == [])
    }

    @Test("MIG-48 numbers that cross change at once")
    func crossing() throws {
        let old = [entity("A", attribute("v")), entity("B", below: "A"), entity("C", below: "A")]
        let new = [
            entity("A", attribute("v")), entity("B", below: "A", from: "C"), entity("C", below: "A", from: "B"),
        ]
        let file = try VersionedStore()
        let store = try file.open(old)
        for (name, value) in [("B", "was B"), ("C", "was C")] { try store.insert(name, ["v": .string(value)]) }
        try store.engine.close()
        try file.migrate(old, new).engine.close()
        #expect(try file.rows("SELECT Z_ENT, ZV FROM ZA ORDER BY Z_PK") == ["3 was B", "2 was C"])
    }

    @Test("MIG-49 an added column stands at the end, a renamed one keeps its place, two names may be exchanged")
    func columns() throws {
        let old = [entity("E", attribute("a"), attribute("b"), attribute("c", .integer16))]
        let new = [
            entity(
                "E", attribute("b", from: "a"), attribute("a", from: "b"), attribute("d", .integer16, from: "c"),
                attribute("aa", default: .string("new"))),
        ]
        let file = try VersionedStore()
        let store = try file.open(old)
        let key = try store.insert("E", ["a": .string("A"), "b": .string("B"), "c": .integer(3)])
        try store.engine.close()
        let migrated = try file.migrate(old, new)
        let names = ["a", "b", "d", "aa"]
        #expect(
            try names.map { try migrated.value(key, $0) }
                == [.string("B"), .string("A"), .integer(3), .string("new")])
        try migrated.engine.close()
        #expect(
            try file.rows("SELECT name FROM pragma_table_info('ZE')")
                == ["Z_PK", "Z_ENT", "Z_OPT", "ZD", "ZB", "ZA", "ZAA"])
    }

    @Test("MIG-50 values of a removed attribute do not come back with a later one of its name")
    func removedAndAdded() throws {
        let (with, without) = ([entity("E", attribute("a"), attribute("b"))], [entity("E", attribute("b"))])
        let file = try VersionedStore()
        let store = try file.open(with)
        let key = try store.insert("E", ["a": .string("old"), "b": .string("B")])
        try store.engine.close()
        try file.migrate(with, without).engine.close()
        #expect(try file.rows("SELECT COUNT(*) FROM pragma_table_info('ZE') WHERE name = 'ZA'") == ["0"])
        let again = try file.migrate(without, with)
        #expect(try again.value(key, "a") == .null)
        #expect(try again.value(key, "b") == .string("B"))
    }

    @Test("MIG-51 an entity that leaves its hierarchy takes its rows and keys to another table")
    func leaving() throws {
        let old = [
            entity("Base", attribute("name")), entity("Part", below: "Base", attribute("size", .integer16)),
            entity("Box", relationship("part", to: "Part")),
        ]
        let new = [
            entity("Base", attribute("name")),
            entity("Part", attribute("name"), attribute("size", .integer16)),
            entity("Box", relationship("part", to: "Part")),
        ]
        let file = try VersionedStore()
        let store = try file.open(old)
        try store.insert("Base", ["name": .string("base")])
        let part = try store.insert("Part", ["name": .string("part"), "size": .integer(7)])
        try store.insert("Box", ["part": .reference(part)])
        try store.engine.close()
        let migrated = try file.migrate(old, new)
        #expect(try migrated.engine.reserveKey(entity: #require(migrated.schema.entity(named: "Part")).number) == 3)
        try migrated.engine.close()
        #expect(try file.rows("SELECT Z_PK, ZNAME FROM ZBASE") == ["1 base"])
        #expect(try file.rows("SELECT Z_PK, ZNAME, ZSIZE FROM ZPART") == ["2 part 7"])
        #expect(try file.rows("SELECT ZPART FROM ZBOX") == ["2"])
        #expect(try file.problems(new) == [])
    }

    @Test("MIG-57 metadata of the program, the UUID and the framework's version stay")
    func metadata() throws {
        let file = try VersionedStore()
        let store = try file.open(Self.library)
        var metadata = store.engine.metadata
        metadata["own"] = .string("kept")
        try store.engine.setMetadata(metadata, immediately: true)
        try store.engine.close()
        let after = try file.migrate(Self.library, [entity("Tag", attribute("word"))]).engine.metadata
        #expect(after["own"] == .string("kept"))
        for key in ["NSStoreUUID", "NSPersistenceFrameworkVersion", "_NSAutoVacuumLevel", "NSStoreType"] {
            #expect(after[key] == metadata[key] && after[key] != nil)
        }
        #expect(after[StoreMigration.hashesKey] != metadata[StoreMigration.hashesKey])
    }

    @Test("MIG-46 who finds the migration done goes on with opening, and changes nothing")
    func done() throws {
        let (file, _, _, _) = try filled()
        let model = Self.library + [entity("Zeta", attribute("x"))]
        try file.migrate(Self.library, model).engine.close()
        let bytes = try file.folder.bytes()
        let second = try file.migrate(Self.library, model)
        #expect(try second.count("Book") == 2)
        try second.engine.close()
        #expect(try file.folder.bytes() == bytes)
        #expect(throws: StoreError.self) { try file.migrate(Self.library, [entity("Tag", attribute("word"))]) }
        #expect(try file.folder.bytes() == bytes)
    }

    @Test("MIG-141 a store that is open under the old version reads and writes nothing more", arguments: ["WAL", "DELETE"])
    func openUnderTheOldVersion(_ journal: String) throws {
        var (file, author, _, _) = try filled()
        file.change = { $0.pragmas = ["journal_mode": journal] }
        let former = try file.open(Self.library)
        let changes = try former.updating(author, ["name": .string("lost")], version: 1)
        try file.migrate(Self.library, [entity("Aaa", attribute("x"))] + Self.library).engine.close()
        for body in [{ _ = try former.value(author, "name") }, { _ = try former.commit(changes) }] {
            let error = #expect(throws: StoreError.self) { try body() }
            guard case .migrated? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(try file.rows("SELECT ZNAME FROM ZAUTHOR") == ["A"])
    }

    @Test("MIG-152 the number of statements depends on the models, not on the rows")
    func statements() throws {
        let new = [entity("Aaa", attribute("x"))] + Self.library
        let counts = try [1, 300].map { count -> Int in
            let file = try VersionedStore()
            let store = try file.open(Self.library)
            for _ in 0..<count { try store.insert("Novel", ["title": .string("t")]) }
            try store.engine.close()
            let steps = try InferredMigration(from: Schema(Self.library), to: Schema(new))
            let mappings = (try StoreMapping(schema: steps.source), try StoreMapping(schema: steps.destination))
            let existing = try ExistingSchemaReader.read(file.folder.raw())
            return RestructuringPlan(MigratedEntities(steps, from: mappings.0, to: mappings.1), existing).all.count
        }
        #expect(counts[0] == counts[1])
    }
}
