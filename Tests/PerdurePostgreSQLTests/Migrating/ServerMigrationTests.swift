// SPDX-License-Identifier: Apache-2.0
// What a migration on a server keeps, and what the tables look like afterwards.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: migration in place", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerMigrationTests {
    private static let library = [
        entity("Author", attribute("name"), relationship("books", to: "Book", inverse: "author", many: true)),
        entity(
            "Book", attribute("title"), attribute("pages", .integer32),
            relationship("author", to: "Author", inverse: "books")),
        entity("Novel", below: "Book", attribute("genre")),
    ]

    /// A library with an author of two books.
    private func filled() throws -> ServerVersions {
        let store = ServerVersions()
        try store.open(Self.library) { engine in
            let author = try engine.insert("Author", ["name": .string("A")])
            try engine.insert("Book", ["title": .string("B"), "author": .reference(author)])
            try engine.insert("Novel", ["title": .string("N"), "author": .reference(author)])
        }
        return store
    }

    @Test(
        "PG-135 a column with a constant number is added without a write of rows, and indexes and keys stay")
    func constants() throws {
        let store = try filled()
        let objects =
            "SELECT oid::bigint FROM pg_class WHERE relnamespace = '@'::regnamespace AND relkind = 'i' UNION ALL "
            + "SELECT oid::bigint FROM pg_constraint WHERE connamespace = '@'::regnamespace AND contype = 'f' ORDER BY 1"
        let rows = "SELECT ctid::text, xmin::text FROM @.book ORDER BY id"
        let before = (try store.rows(objects), try store.rows(rows))
        var model = Self.library
        model[1].properties += [
            attribute("rank", .integer16, optional: false, default: .integer(-3)),
            attribute("isNew", .boolean, optional: false, default: .boolean(true)), attribute("note"),
        ]
        try store.migrate(Self.library, model) { engine throws in
            #expect(try engine.values("Book", "rank") == [.integer(-3), .integer(-3)])
            #expect(try engine.values("Book", "isNew") == [.integer(1), .integer(1)])
        }
        #expect(try store.rows(objects) == before.0)
        #expect(try store.rows(rows) == before.1)
        #expect(try store.shape() == ServerVersions.shape(of: model))
    }

    @Test("PG-135 MIG-25 relationships of siblings become one of their parent, with their members and orders")
    func siblings() throws {
        let items = { relationship("items", to: "Item", inverse: $0, many: true, ordered: true) }
        let old = [
            entity("Owner"), entity("Shop", below: "Owner", items("shop")),
            entity("Club", below: "Owner", items("club")),
            entity(
                "Item", relationship("shop", to: "Shop", inverse: "items"),
                relationship("club", to: "Club", inverse: "items")),
        ]
        let new = [
            entity("Owner", items("owner")), entity("Shop", below: "Owner"), entity("Club", below: "Owner"),
            entity("Item", relationship("owner", to: "Owner", inverse: "items")),
        ]
        let store = ServerVersions()
        let wanted = try store.open(old) { engine in
            let (shop, club) = (try engine.insert("Shop"), try engine.insert("Club"))
            let sold = try (0..<3).map { _ in try engine.insert("Item", ["shop": .reference(shop)]) }
            let other = try engine.insert("Item", ["club": .reference(club)])
            var changes = ChangeSet()
            let slot = try #require(engine.schema.entity(named: "Shop")?.slots["items"])
            let order = [sold[2], sold[0], sold[1]]
            changes.orders = [OrderChange(owner: shop, slot: slot, members: order)]
            _ = try engine.commit(changes)
            return [shop.number: order.map(\.number), club.number: [other.number]]
        }
        let found = try store.migrate(old, new) { engine in
            let owner = try #require(engine.schema.entity(named: "Owner"))
            let slot = try #require(owner.slots["items"])
            return try wanted.keys.reduce(into: [Int64: [Int64]]()) { found, number in
                let key = engine.schema.key(entity: owner.number, number: number)
                found[number] = try engine.members(of: slot, for: key).map(\.number)
            }
        }
        #expect(found == wanted)
        #expect(try store.shape() == ServerVersions.shape(of: new))
    }

    @Test("PG-148 a constant that is a text is written as a value, whatever it holds")
    func texts() throws {
        let store = try filled()
        let hostile = "'); DROP TABLE book; -- ? $1 \\ \" é"
        var model = Self.library
        model[1].properties.append(attribute("note", optional: false, default: .string(hostile)))
        try store.migrate(Self.library, model) { engine throws in
            #expect(try engine.values("Book", "note") == [.string(hostile), .string(hostile)])
        }
    }

    @Test("PG-135 renamed entities keep keys, versions and the UUID; the generation moves by one")
    func identity() throws {
        let store = try filled()
        let before = try store.rows("SELECT id, version, entity, title FROM @.book ORDER BY id")
        let uuid = try store.rows("SELECT uuid, generation + 1 FROM @.perdure_store")
        var model = Self.library
        model[1].name = "Work"
        model[1].formerName = "Book"
        model[2].superentity = "Work"
        model[0].properties[1] = relationship("books", to: "Work", inverse: "author", many: true)
        try store.migrate(Self.library, model) { engine throws in
            #expect(try engine.values("Work", "title") == [.string("B"), .string("N")])
            let next = try engine.insert("Work")
            #expect(next.number > 2)
        }
        let after = try store.rows(
            "SELECT id, version, entity, title FROM @.work WHERE title IS NOT NULL ORDER BY id")
        #expect(after == before)
        #expect(try store.rows("SELECT uuid, generation FROM @.perdure_store") == uuid)
        #expect(try store.shape() == ServerVersions.shape(of: model))
    }

    @Test("PG-44 an entity keeps its number, and the number of a removed one is not given again")
    func numbers() throws {
        let store = try filled()
        let numbers = "SELECT id, name FROM @.perdure_entities ORDER BY id"
        #expect(try store.rows(numbers) == ["1 Author", "2 Book", "3 Novel"])
        let first = [entity("Aaa", attribute("x"))] + Self.library
        try store.migrate(Self.library, first) { engine throws in
            #expect(try engine.values("Novel", "title") == [.string("N")])
        }
        #expect(try store.rows(numbers) == ["1 Author", "2 Book", "3 Novel", "4 Aaa"])
        try store.migrate(first, Self.library) { _ in }
        let last = Self.library + [entity("Bbb", attribute("x"))]
        try store.migrate(Self.library, last) { _ in }
        #expect(try store.rows(numbers) == ["1 Author", "2 Book", "3 Novel", "5 Bbb"])
        try store.open(last) { engine throws in
            #expect(try engine.values("Book", "title") == [.string("B"), .string("N")])
        }
    }

    @Test("PG-135 names may be exchanged, and columns keep their numbers")
    func exchange() throws {
        let old = [entity("E", attribute("a"), attribute("b"), attribute("c", .integer16))]
        let new = [
            entity(
                "E", attribute("b", from: "a"), attribute("a", from: "b"),
                attribute("d", .integer64, from: "c"))
        ]
        let store = ServerVersions()
        try store.open(old) { try $0.insert("E", ["a": .string("A"), "b": .string("B"), "c": .integer(3)]) }
        let numbers = "SELECT number, property FROM @.perdure_columns ORDER BY number"
        #expect(try store.rows(numbers) == ["1 a", "2 b", "3 c"])
        try store.migrate(old, new) { engine in
            let values = try ["b", "a", "d"].flatMap { try engine.values("E", $0) }
            #expect(values == [.string("A"), .string("B"), .integer(3)])
        }
        #expect(try store.rows(numbers) == ["1 b", "2 a", "3 d"])
    }

    @Test("PG-135 rows that leave their hierarchy keep their keys, and no key is given again")
    func moved() throws {
        let old = [entity("P", attribute("v")), entity("C", below: "P")]
        let new = [entity("P", attribute("v")), entity("C", attribute("v"))]
        let store = ServerVersions()
        let key = try store.open(old) { engine in
            try engine.insert("P", ["v": .string("p")])
            return try engine.insert("C", ["v": .string("c")])
        }
        try store.migrate(old, new) { engine throws in
            #expect(try engine.values("P", "v") == [.string("p")])
            #expect(try engine.values("C", "v") == [.string("c")])
            #expect(try engine.insert("C").number > key.number)
        }
        #expect(try store.rows("SELECT id FROM @.c ORDER BY id").first == "\(key.number)")
        #expect(try store.shape() == ServerVersions.shape(of: new))
    }

    @Test("PG-135 rows that are equal under a new constraint are named, and nothing has changed")
    func duplicates() throws {
        let old = [entity("E", attribute("code"))]
        let new = [entity("E", constraints: [["code"]], attribute("code"), attribute("more"))]
        let store = ServerVersions()
        let keys = try store.open(old) { engine in
            try ["x", "y", "x"].map { try engine.insert("E", ["code": .string($0)]).number }
        }
        let before = try store.shape()
        let error = #expect(throws: MigrationFailure.self) { try store.migrate(old, new) { _ in } }
        let rows = [keys[0], keys[2]].map { MigrationFailure.Row(entity: 1, key: $0) }
        #expect(error == MigrationFailure(.duplicates(["code"]), entity: "E", rows: rows))
        #expect(try store.shape() == before)
        try store.open(old) { engine throws in #expect(try engine.values("E", "code").count == 3) }
    }
}
#endif
