// SPDX-License-Identifier: Apache-2.0
// Members and their order when a relationship moves to an entity above: it keeps its storage, or is collected from both ends.

import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Relationships that move up, in a migration") struct MovedRelationshipTests {
    /// Fills a store of one version, brings it to another, and checks the file after a body.
    private func migrating(
        _ old: [EntityDefinition], _ new: [EntityDefinition], _ fill: (OpenStore) throws -> Void,
        _ body: (VersionedStore, OpenStore) throws -> Void
    ) throws {
        let file = try VersionedStore()
        let store = try file.open(old)
        try fill(store)
        try store.engine.close()
        let migrated = try file.migrate(old, new)
        try body(file, migrated)
        try migrated.engine.close()
        #expect(try file.problems(new) == [])
    }

    private func members(_ store: OpenStore, _ entity: String, _ name: String, of number: Int64 = 1) throws
        -> [Int64]
    {
        let layout = try #require(store.schema.entity(named: entity))
        return try store.members(store.schema.key(entity: layout.number, number: number), name).map(\.number)
    }

    @Test("MIG-25 to-many relationships of siblings become one of their parent, with a new inverse")
    func siblings() throws {
        let items = { relationship("items", to: "Item", inverse: $0, many: true) }
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
        try migrating(old, new) { store in
            let (shop, club) = (try store.insert("Shop"), try store.insert("Club"))
            try store.insert("Item", ["shop": .reference(shop)])
            try store.insert("Item", ["club": .reference(club)])
            try store.insert("Item", ["shop": .reference(shop)])
        } _: { file, _ throws in
            #expect(try file.rows("SELECT Z_PK, ZOWNER FROM ZITEM ORDER BY 1") == ["1 1", "2 2", "3 1"])
        }
    }

    @Test("MIG-25 many-to-many relationships of siblings become one of their parent, with a new inverse")
    func pairsOfSiblings() throws {
        let tags = { relationship("tags", to: "Tag", inverse: $0, many: true) }
        let old = [
            entity("Thing"), entity("Song", below: "Thing", tags("songs")),
            entity("Film", below: "Thing", tags("films")),
            entity(
                "Tag", relationship("songs", to: "Song", inverse: "tags", many: true),
                relationship("films", to: "Film", inverse: "tags", many: true)),
        ]
        let new = [
            entity("Thing", tags("things")), entity("Song", below: "Thing"), entity("Film", below: "Thing"),
            entity("Tag", relationship("things", to: "Thing", inverse: "tags", many: true)),
        ]
        try migrating(old, new) { store in
            let (song, film) = (try store.insert("Song"), try store.insert("Film"))
            let tags = try (0..<2).map { _ in try store.insert("Tag") }
            var changes = ChangeSet()
            changes.links = [
                try store.link(tags[0], "songs", song), try store.link(tags[1], "songs", song),
                try store.link(tags[1], "films", film),
            ]
            try store.commit(changes)
        } _: { _, migrated throws in
            #expect(try members(migrated, "Tag", "things").sorted() == [1])
            #expect(try members(migrated, "Tag", "things", of: 2).sorted() == [1, 2])
        }
    }

    /// Books that know their place, and places with books.
    private static let places = [
        entity("Place", abstract: true, relationship("books", to: "Book", inverse: "place", many: true)),
        entity("Shelf", below: "Place"),
        entity("Book", relationship("place", to: "Place", inverse: "books")),
    ]

    @Test("MIG-25 a to-many without inverse moves to a new parent and gets an inverse")
    func gainsInverse() throws {
        let old = [entity("Shelf", relationship("books", to: "Book", many: true)), entity("Book")]
        try migrating(old, Self.places) { store in
            let shelf = try store.insert("Shelf")
            let books = try (0..<2).map { _ in try store.insert("Book") }
            var changes = ChangeSet()
            changes.links = try books.map { try store.link(shelf, "books", $0) }
            try store.commit(changes)
        } _: { file, _ throws in
            #expect(try file.rows("SELECT Z_PK, ZPLACE FROM ZBOOK ORDER BY 1") == ["1 1", "2 1"])
        }
    }

    @Test("MIG-25 two that become inverses at a new parent have the union, a to-one keeps its own")
    func united() throws {
        let old = [
            entity("Shelf", relationship("books", to: "Book", many: true)),
            entity("Book", relationship("place", to: "Shelf")),
        ]
        try migrating(old, Self.places) { store in
            let shelves = try (0..<2).map { _ in try store.insert("Shelf") }
            let book = try store.insert("Book")
            try store.insert("Book", ["place": .reference(shelves[0])])
            let other = try store.insert("Book", ["place": .reference(shelves[1])])
            var changes = ChangeSet()
            changes.links = try [book, other].map { try store.link(shelves[0], "books", $0) }
            try store.commit(changes)
        } _: { file, _ throws in
            #expect(try file.rows("SELECT Z_PK, ZPLACE FROM ZBOOK ORDER BY 1") == ["1 1", "2 1", "3 2"])
        }
    }

    @Test(
        "MIG-22 members keep their order when their relationship moves to a parent, old or new",
        arguments: [true, false])
    func keepsOrder(isOld: Bool) throws {
        let books = relationship("books", to: "Book", inverse: "shelf", many: true, ordered: true)
        let shelf = { entity("Book", relationship("shelf", to: $0, inverse: "books")) }
        let old =
            [entity("Shelf", below: isOld ? "Place" : nil, books), shelf("Shelf")]
            + (isOld ? [entity("Place")] : [])
        let new = [entity("Place", books), entity("Shelf", below: "Place"), shelf("Place")]
        try migrating(old, new) { store in
            let owner = try store.insert("Shelf")
            let books = try (0..<3).map { _ in try store.insert("Book", ["shelf": .reference(owner)]) }
            var changes = ChangeSet()
            changes.orders = [try store.order(owner, "books", [books[1], books[2], books[0]])]
            try store.commit(changes)
        } _: { _, migrated throws in
            #expect(try members(migrated, "Shelf", "books") == [2, 3, 1])
        }
    }

    @Test("MIG-22 members of many owners keep their order when their relationship moves to a parent")
    func keepsOrderOfPairs() throws {
        let songs = relationship("songs", to: "Song", inverse: "lists", many: true, ordered: true)
        let song = { entity("Song", relationship("lists", to: $0, inverse: "songs", many: true)) }
        let old = [entity("Playlist", songs), song("Playlist")]
        let new = [
            entity("Tracks", abstract: true, songs), entity("Playlist", below: "Tracks"), song("Tracks"),
        ]
        try migrating(old, new) { store in
            let list = try store.insert("Playlist")
            let songs = try (0..<3).map { _ in try store.insert("Song") }
            var changes = ChangeSet()
            changes.links = try songs.map { try store.link(list, "songs", $0) }
            changes.orders = [try store.order(list, "songs", [songs[2], songs[0], songs[1]])]
            try store.commit(changes)
        } _: { _, migrated throws in
            #expect(try members(migrated, "Playlist", "songs") == [3, 1, 2])
        }
    }
}
