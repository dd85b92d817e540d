// SPDX-License-Identifier: Apache-2.0
// Migrations in place that leave tables and columns for later, and how those go.

import Foundation
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Deferred migration: files") struct DeferredRemovalTests {
    private static func files(_ name: String) -> PropertyDefinition {
        attribute(name, .binary) { $0.allowsExternalStorage = true }
    }

    private static let old = [
        entity(
            "Book", attribute("title"), attribute("pages", .integer32), files("cover"),
            relationship("tags", to: "Tag", inverse: "books", many: true)),
        entity("Shelf", attribute("place"), files("plan")),
        entity("Tag", attribute("word"), relationship("books", to: "Book", inverse: "tags", many: true)),
    ]
    private static let new = [entity("Book", attribute("title")), entity("Tag", attribute("word"))]

    /// A store of the old version with one row of each entity, and two external files.
    private func filled() throws -> VersionedStore {
        var file = try VersionedStore()
        let store = try file.open(Self.old)
        let large = StoredValue.data(Data(repeating: 7, count: 200_000))
        let book = try store.insert(
            "Book", ["title": .string("B"), "pages": .integer(3), "cover": large])
        try store.insert("Shelf", ["plan": large])
        let tag = try store.insert("Tag", ["word": .string("t")])
        var changes = ChangeSet()
        changes.links = [try store.link(book, "tags", tag)]
        try store.commit(changes)
        try store.engine.close()
        file.change = { $0.defersRemovals = true }
        return file
    }

    private static func files(_ file: VersionedStore) throws -> Int {
        try FileManager.default.contentsOfDirectory(
            atPath: file.folder.path(".Store_SUPPORT/_EXTERNAL_DATA")
        ).count
    }

    private static func left(_ store: OpenStore) -> [DeferredRemoval] {
        DeferredRemovals(store.engine.metadata).all
    }

    @Test("MIG-135 what nobody needs stays, is listed in the metadata, and is in nobody's way")
    func defers() throws {
        let file = try filled()
        let store = try file.migrate(Self.old, Self.new)
        #expect(
            Self.left(store).map { [$0.table, $0.column ?? ""] } == [
                ["ZBOOK", "ZPAGES"], ["ZBOOK", "ZCOVER"], ["ZSHELF", ""], ["Z_1TAGS", ""],
            ])
        #expect(store.engine.metadata[DeferredRemovals.flag] == .boolean(true))
        try store.insert("Book", ["title": .string("C")])
        try store.engine.close()
        #expect(try file.rows("SELECT ZTITLE, ZPAGES FROM ZBOOK ORDER BY 1") == ["B 3", "C –"])
        #expect(try file.problems(Self.new) == [])
        #expect(try Self.files(file) == 2)
        // The program may set metadata of its own meanwhile.
        let again = try file.open(Self.new)
        var metadata = again.engine.metadata
        metadata["own"] = .string("x")
        metadata[DeferredRemovals.flag] = nil
        try again.engine.setMetadata(metadata, immediately: true)
        #expect(again.engine.metadata[DeferredRemovals.flag] == .boolean(true))
        #expect(Self.left(again).count == 4)
        try again.engine.close()
    }

    @Test("MIG-136 each call removes one item, whoever has the store open; the key goes with the last")
    func finishes() throws {
        let file = try filled()
        let store = try file.migrate(Self.old, Self.new)
        let other = try file.open(Self.new)
        var left = 4
        while try store.engine.finishDeferredItem() {
            left -= 1
            #expect(Self.left(store).count == left)
            #expect(try file.problems(Self.new) == [])
            #expect(try other.count("Book") == store.count("Book"))
            try other.insert("Book", ["title": .string("C")])
        }
        #expect(left == 0 && store.engine.metadata[DeferredRemovals.flag] == nil)
        // The other one has another list in mind; the file's counts.
        #expect(try !other.engine.finishDeferredItem() && Self.left(other).isEmpty)
        try other.insert("Tag", ["word": .string("u")])
        try store.engine.close()
        try other.engine.close()
        #expect(try file.shape == VersionedStore.shape(of: Self.new))
        #expect(try file.rows("SELECT COUNT(*) FROM ZBOOK") == ["5"])
        #expect(try Self.files(file) == 0)
        #expect(try file.problems(Self.new) == [])
    }

    @Test("MIG-136 who stops between two items goes on later")
    func interrupted() throws {
        let file = try filled()
        try file.migrate(Self.old, Self.new).engine.close()
        for left in [3, 2, 1, 0] {
            let store = try file.open(Self.new)
            #expect(try store.engine.finishDeferredItem() && Self.left(store).count == left)
            try store.engine.close()
        }
        #expect(try file.shape == VersionedStore.shape(of: Self.new))
    }

    @Test("MIG-137 the next migration does first what is left, so that names and values do not come back")
    func nextMigration() throws {
        let file = try filled()
        try file.migrate(Self.old, Self.new).engine.close()
        let back = try file.migrate(Self.new, Self.old)
        #expect(Self.left(back).isEmpty)
        #expect(try back.count("Shelf") == 0)
        try back.engine.close()
        #expect(try file.rows("SELECT ZTITLE, ZPAGES, ZCOVER FROM ZBOOK") == ["B – –"])
        #expect(try file.shape == VersionedStore.shape(of: Self.old))
        #expect(try Self.files(file) == 0)
        #expect(try file.problems(Self.old) == [])
    }

    @Test("MIG-136 a list that names what is in use removes nothing of it")
    func damagedList() throws {
        let file = try VersionedStore()
        let store = try file.open(Self.old)
        let book = try store.insert("Book", ["title": .string("B")])
        var metadata = store.engine.metadata
        let names = [
            ("ZBOOK", "ZTITLE"), ("zbook", nil), ("ZBOOK", nil), ("Z_METADATA", nil), ("Z_1TAGS", "Z_1BOOKS"),
            ("Z_METADATA", "Z_PLIST"), ("ZNONE", nil), ("sqlite_master", nil), ("ZBOOK", "Z_PK"),
        ]
        DeferredRemovals(names.map { DeferredRemoval(table: $0, column: $1, fileColumns: ["ZTITLE"]) })
            .put(into: &metadata)
        if case .array(let list)? = metadata[DeferredRemovals.key] {
            metadata[DeferredRemovals.key] = .array(list + [.integer(1), .dictionary([:])])
        }
        try store.engine.setMetadata(metadata, immediately: true)
        while try store.engine.finishDeferredItem() {}
        #expect(store.engine.metadata[DeferredRemovals.key] == nil)
        #expect(try store.value(book, "title") == .string("B"))
        try store.engine.close()
        #expect(try file.shape == VersionedStore.shape(of: Self.old))
    }

    @Test("MIG-136 views, triggers and indexes of others do not stand in the way")
    func foreign() throws {
        let file = try filled()
        let store = try file.migrate(Self.old, Self.new)
        let raw = try file.folder.raw()
        try raw.execute("CREATE VIEW mine AS SELECT ZPAGES FROM ZBOOK")
        try raw.execute("CREATE TRIGGER myToo AFTER UPDATE ON ZTAG BEGIN SELECT ZPAGES FROM ZBOOK; END")
        try raw.execute("CREATE INDEX myPages ON ZBOOK (ZPAGES)")
        try raw.execute("CREATE INDEX myTitles ON ZBOOK (ZTITLE)")
        while try store.engine.finishDeferredItem() {}
        try store.engine.close()
        #expect(
            try file.rows("SELECT name FROM sqlite_master WHERE name LIKE 'm%' ORDER BY name") == [
                "mine", "myTitles", "myToo",
            ])
        #expect(try file.rows("SELECT name FROM pragma_table_info('ZBOOK')").count == 4)
    }

    @Test("MIG-135 an index of a table that stays for a while does not keep its name")
    func indexNames() throws {
        let indexed = { (name: String, property: String) -> EntityDefinition in
            var made = entity(name, attribute(property))
            made.indexes = [IndexDefinition("by", elements: [.init(property: property)])]
            return made
        }
        let file = try VersionedStore()
        try file.open([indexed("A", "x")]).engine.close()
        var deferring = file
        deferring.change = { $0.defersRemovals = true }
        let new = [indexed("A", "y"), indexed("C", "x")]
        let store = try deferring.migrate([indexed("A", "x")], new)
        while try store.engine.finishDeferredItem() {}
        try store.engine.close()
        #expect(try file.shape == VersionedStore.shape(of: new))
    }
}
