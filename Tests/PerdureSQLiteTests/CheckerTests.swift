// SPDX-License-Identifier: Apache-2.0
// The checker finds each kind of damage, and none in a sound store.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: check") struct CheckerTests {
    /// A store with rows of every kind.
    private func filled() throws -> StoreFolder {
        let folder = try StoreFolder()
        let store = try folder.open()
        let poet = try store.insert("Poet", ["name": .string("Sappho")])
        let book = try store.insert(
            "Book",
            [
                "title": .string("A"), "author": .reference(poet), "code": .uuid(UUID()),
                "cover": .data(Data(count: 200_000)),
            ])
        let tag = try store.insert("Tag")
        let shelf = try store.insert("Shelf")
        let chapter = try store.insert("Chapter", ["book": .reference(book)])
        var changes = ChangeSet()
        changes.links = [try store.link(book, "tags", tag), try store.link(shelf, "items", chapter)]
        changes.orders = [try store.order(tag, "books", [book]), try store.order(shelf, "items", [chapter])]
        try store.commit(changes)
        try store.engine.close()
        return folder
    }

    private func check(_ folder: StoreFolder) throws -> [StoreProblem] {
        try SQLiteStoreChecker.check(path: folder.path(), schema: try Schema(TestModel.library))
    }

    @Test("a sound store has no problems, also while another connection has it open")
    func sound() throws {
        let folder = try filled()
        #expect(try check(folder).isEmpty)
        let store = try folder.open()
        try store.insert("Book", ["title": .string("in the WAL")])
        #expect(try check(folder).isEmpty)
    }

    @Test("a counter below zero, as old frameworks leave in the row of an empty table, is no problem")
    func emptyTable() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.engine.close()
        try folder.raw().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = -1")
        #expect(try check(folder).isEmpty)
    }

    @Test(
        "each kind of damage is found",
        arguments: [
            ("UPDATE ZPERSON SET Z_ENT = 77", "ZPERSON", "entity 77"),
            ("UPDATE ZPERSON SET Z_ENT = NULL", "ZPERSON", "no entity"),
            ("UPDATE ZBOOK SET ZAUTHOR = 99", "ZBOOK", "row 99"),
            ("UPDATE ZBOOK SET Z3_AUTHOR = 3", "ZBOOK", "entity 3"),
            ("UPDATE ZCHAPTER SET ZBOOK = 50", "ZCHAPTER", "row 50"),
            ("UPDATE ZCHAPTER SET Z_FOK_BOOK = NULL", "ZCHAPTER", "no place"),
            ("UPDATE ZCHAPTER SET Z5ITEMS = 8", "ZCHAPTER", "row 8"),
            ("INSERT INTO Z_1TAGS (Z_1BOOKS, Z_6TAGS) VALUES (9, 1)", "Z_1TAGS", "row 9"),
            ("UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = 1", "Z_PRIMARYKEY", "key 1 is in use"),
            ("UPDATE ZBOOK SET ZCODE = x'00'", "ZBOOK", "UUID of 1 bytes"),
            ("UPDATE ZBOOK SET ZYEAR = 'x'", "ZBOOK", "ZYEAR"),
            ("UPDATE ZBOOK SET Z_OPT = NULL", "ZBOOK", "no version"),
            ("UPDATE ZBOOK SET ZCOVER = x'05'", "ZBOOK", "unknown marker"),
            ("UPDATE ZBOOK SET ZCOVER = x'0205'", "ZBOOK", "damaged"),
            ("CREATE VIEW V AS SELECT 1", "V", "unexpected view"),
            ("UPDATE Z_METADATA SET Z_PLIST = x'00'", "Z_METADATA", "cannot be read"),
            ("INSERT INTO Z_MODELCACHE VALUES (x'FFFF')", "Z_MODELCACHE", "damaged"),
        ])
    func damage(_ statement: String, _ object: String, _ text: String) throws {
        let folder = try filled()
        try folder.raw().execute(statement)
        let problems = try check(folder)
        #expect(
            problems.contains { $0.object == object && $0.message.contains(text) },
            "found: \(problems.map(\.description))")
    }

    @Test("a reference to a row of another entity of its table is found")
    func otherEntity() throws {
        let definitions = [
            EntityDefinition("Person", properties: [TestModel.attribute("name", .string)]),
            EntityDefinition("Poem", properties: [TestModel.toOne("author", "Poet", inverse: "poems")]),
            EntityDefinition(
                "Poet", superentity: "Person",
                properties: [TestModel.toMany("poems", "Poem", inverse: "author")]),
        ]
        let folder = try StoreFolder()
        let store = try folder.open(definitions)
        let (poet, person) = (try store.insert("Poet"), try store.insert("Person"))
        let poem = try store.insert("Poem", ["author": .reference(poet)])
        try store.engine.close()
        #expect(try SQLiteStoreChecker.check(path: folder.path(), schema: store.schema).isEmpty)
        try folder.raw().execute("UPDATE ZPOEM SET ZAUTHOR = \(person.number)")
        let problems = try SQLiteStoreChecker.check(path: folder.path(), schema: store.schema)
        #expect(
            problems == [
                StoreProblem(
                    .error, object: "ZPOEM", row: poem.number,
                    "points in ZAUTHOR at row \(person.number) of ZPERSON, which is no Poet")
            ])
    }

    @Test("a missing external file and a file without a row are found")
    func externalFiles() throws {
        let folder = try filled()
        let path = ExternalDataFolder(store: folder.path()).path
        let name = try FileManager.default.contentsOfDirectory(atPath: path)[0]
        try FileManager.default.moveItem(atPath: path + "/" + name, toPath: path + "/stray")
        let problems = try check(folder)
        #expect(problems.contains { $0.object == "ZBOOK" && $0.row == 1 && $0.severity == .error })
        #expect(problems.contains { $0.object == "stray" && $0.severity == .warning })
    }

    @Test("a model that the file does not fit is a problem, not an error")
    func otherModel() throws {
        let folder = try filled()
        let schema = try Schema([EntityDefinition("Book", properties: [TestModel.attribute("isbn", .string)])]
        )
        let problems = try SQLiteStoreChecker.check(path: folder.path(), schema: schema)
        #expect(problems.contains { $0.message.contains("does not fit the model") })
    }

    @Test("checking never writes")
    func readsOnly() throws {
        let folder = try filled()
        let before = try folder.bytes()
        _ = try check(folder)
        #expect(try folder.bytes() == before)
    }
}
