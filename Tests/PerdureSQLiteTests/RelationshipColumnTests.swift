// SPDX-License-Identifier: Apache-2.0
// Relationships as they stand in the file: key columns, entity columns, places, join tables.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: relationships in the file") struct RelationshipColumnTests {
    @Test("format 1.4 a to-one key to an entity with subentities has its entity column")
    func entityColumn() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let poet = try store.insert("Poet", ["name": .string("Sappho")])
        let book = try store.insert("Book", ["author": .reference(poet)])
        let columns = try folder.raw().first("SELECT ZAUTHOR, Z3_AUTHOR FROM ZBOOK") {
            [$0.integer(0), $0.integer(1)]
        }
        #expect(columns == [poet.number, 4])
        guard case .reference(let key) = try store.value(book, "author") else {
            Issue.record("no reference")
            return
        }
        #expect(key == poet)
        #expect(key.entity == poet.entity)
        try store.update(book, ["author": .null], version: 1)
        #expect(
            try folder.raw().first("SELECT ZAUTHOR IS NULL AND Z3_AUTHOR IS NULL FROM ZBOOK") {
                $0.integer(0)
            } == 1)
    }

    @Test("format 1.4 places start at 2048 and step by 1024; one put between takes the middle")
    func places() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let book = try store.insert("Book")
        let chapters = try (0..<3).map { _ in try store.insert("Chapter", ["book": .reference(book)]) }
        func places() throws -> [Int64] {
            try folder.raw().all("SELECT Z_FOK_BOOK FROM ZCHAPTER ORDER BY Z_PK") { $0.integer(0) }
        }
        var changes = ChangeSet()
        changes.orders = [try store.order(book, "chapters", chapters)]
        try store.commit(changes)
        #expect(try places() == [2_048, 3_072, 4_096])
        changes.orders = [try store.order(book, "chapters", [chapters[0], chapters[2], chapters[1]])]
        try store.commit(changes)
        #expect(try store.members(book, "chapters") == [chapters[0], chapters[2], chapters[1]])
        let fourth = try store.insert("Chapter", ["book": .reference(book)])
        changes.orders = [
            try store.order(book, "chapters", [chapters[0], fourth, chapters[2], chapters[1]])
        ]
        try store.commit(changes)
        #expect(try store.members(book, "chapters") == [chapters[0], fourth, chapters[2], chapters[1]])
        let keys = try places()
        #expect(keys[3] == (keys[0] + keys[2]) / 2)
    }

    @Test("a member without an order change comes last")
    func newcomers() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let book = try store.insert("Book")
        let first = try store.insert("Chapter", ["book": .reference(book)])
        let second = try store.insert("Chapter")
        try store.update(second, ["book": .reference(book)], version: 1)
        let third = try store.insert("Chapter", ["book": .reference(book)])
        #expect(try store.members(book, "chapters") == [first, second, third])
    }

    @Test("a member that changes its owner loses its old place; one that keeps it, keeps its place")
    func changedOwner() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let (left, right) = (try store.insert("Book"), try store.insert("Book"))
        let a = try store.insert("Chapter", ["book": .reference(left)])
        let b = try store.insert("Chapter", ["book": .reference(left)])
        let c = try store.insert("Chapter", ["book": .reference(right)])
        try store.update(a, ["book": .reference(right)], version: 1)
        #expect(try store.members(right, "chapters") == [c, a])
        try store.update(b, ["book": .reference(left), "name": .string("same owner")], version: 1)
        #expect(try store.members(left, "chapters") == [b])
    }

    @Test("format 1.5 a pair of a many-to-many relationship is written once and seen from both ends")
    func joinTable() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let (book, tag) = (try store.insert("Book"), try store.insert("Tag"))
        var changes = ChangeSet()
        changes.links = [try store.link(book, "tags", tag), try store.link(book, "tags", tag)]
        try store.commit(changes)
        try store.commit(changes)
        #expect(try folder.raw().first("SELECT COUNT(*) FROM Z_1TAGS") { $0.integer(0) } == 1)
        #expect(try store.members(book, "tags") == [tag])
        #expect(try store.members(tag, "books") == [book])
        try store.delete(book)
        #expect(try folder.raw().first("SELECT COUNT(*) FROM Z_1TAGS") { $0.integer(0) } == 0)
    }

    private static let people = [
        EntityDefinition("Person", properties: [TestModel.toMany("friends", "Person", inverse: "friends")])
    ]

    @Test(
        "format 1.5 a pair of a relationship that is its own inverse is one row, from whichever end it comes")
    func reflexiveJoin() throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.people)
        let (ada, bob) = (try store.insert("Person"), try store.insert("Person"))
        let there = try store.link(ada, "friends", bob)
        let back = try store.link(bob, "friends", ada)
        for links in [[there, back], [back], [there]] {
            var changes = ChangeSet()
            changes.links = links
            try store.commit(changes)
        }
        let rows = try folder.raw().all("SELECT Z_1FRIENDS, REFLEXIVE FROM Z_1FRIENDS") {
            [$0.integer(0), $0.integer(1)]
        }
        #expect(rows == [[ada.number, bob.number]])
        #expect(try store.members(ada, "friends") == [bob])
        #expect(try store.members(bob, "friends") == [ada])
    }

    @Test("a file with a row for each direction of such a pair has every member once")
    func bothDirections() throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.people)
        let people = try (0..<3).map { _ in try store.insert("Person") }
        var changes = ChangeSet()
        changes.links = [
            try store.link(people[0], "friends", people[1]), try store.link(people[2], "friends", people[0]),
        ]
        try store.commit(changes)
        try folder.raw().execute(
            "INSERT INTO Z_1FRIENDS (Z_1FRIENDS, REFLEXIVE) SELECT REFLEXIVE, Z_1FRIENDS FROM Z_1FRIENDS")
        #expect(try store.members(people[0], "friends") == [people[1], people[2]])
        #expect(try store.members(people[1], "friends") == [people[0]])
        #expect(try store.members(people[2], "friends") == [people[0]])
    }

    @Test("the ordered end of a many-to-many relationship keeps its order")
    func orderedJoin() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let tag = try store.insert("Tag")
        let books = try (0..<4).map { _ in try store.insert("Book") }
        var changes = ChangeSet()
        changes.links = try books.map { try store.link($0, "tags", tag) }
        let order = [books[2], books[0], books[3], books[1]]
        changes.orders = [try store.order(tag, "books", order)]
        try store.commit(changes)
        #expect(try store.members(tag, "books") == order)
    }

    @Test("format 1.4 a to-many relationship without inverse is a key of its members")
    func withoutInverse() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let shelf = try store.insert("Shelf")
        let items = try (0..<3).map { _ in try store.insert("Chapter") }
        var changes = ChangeSet()
        changes.links = try items.map { try store.link(shelf, "items", $0) }
        changes.orders = [try store.order(shelf, "items", items.reversed())]
        try store.commit(changes)
        #expect(try store.members(shelf, "items") == items.reversed())
        #expect(try folder.raw().all("SELECT Z5ITEMS FROM ZCHAPTER") { $0.integer(0) } == [1, 1, 1])
        try store.delete(shelf)
        #expect(
            try folder.raw().all("SELECT Z5ITEMS IS NULL AND Z_FOK_5ITEMS IS NULL FROM ZCHAPTER") {
                $0.integer(0)
            } == [1, 1, 1])
    }

    @Test("a link of a relationship that rows keep themselves is refused")
    func wrongLink() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let (person, book) = (try store.insert("Person"), try store.insert("Book"))
        var changes = ChangeSet()
        changes.links = [try store.link(person, "books", book)]
        #expect(throws: StoreError.self) { try store.engine.commit(changes) }
        #expect(try store.members(person, "books").isEmpty)
    }
}
