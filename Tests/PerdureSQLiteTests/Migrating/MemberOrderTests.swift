// SPDX-License-Identifier: Apache-2.0
// The order of members in a migration that keeps the columns of a relationship.

import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("The order of members in a migration") struct MemberOrderTests {
    private static let shelf = [
        entity("Place", attribute("name")),
        entity(
            "Shelf", below: "Place",
            relationship("books", to: "Book", inverse: "shelf", many: true, ordered: true)),
        entity("Table", below: "Place"),
        entity("Book", relationship("shelf", to: "Shelf", inverse: "books")),
    ]

    @Test("MIG-45 members keep their order when another entity moves below their owner's")
    func newOwners() throws {
        let file = try VersionedStore()
        let store = try file.open(Self.shelf)
        let owner = try store.insert("Shelf")
        let books = try (0..<3).map { _ in try store.insert("Book", ["shelf": .reference(owner)]) }
        let shelf = try #require(store.schema.entity(named: "Shelf"))
        let slot = try #require(shelf.properties.first { $0.name == "books" }).slot
        let order = [books[2], books[0], books[1]]
        var changes = ChangeSet()
        changes.orders = [OrderChange(owner: owner, slot: slot, members: order)]
        try store.commit(changes)
        try store.engine.close()
        var model = Self.shelf
        model[2].superentity = "Shelf"
        let migrated = try file.migrate(Self.shelf, model)
        #expect(try migrated.members(owner, "books").map(\.number) == order.map(\.number))
        try migrated.engine.close()
        #expect(try file.problems(model) == [])
    }
}
