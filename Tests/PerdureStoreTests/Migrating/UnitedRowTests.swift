// SPDX-License-Identifier: Apache-2.0
// Relationships that become inverses of each other, migrated in memory.

import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Migrations of rows: inverses") struct UnitedRowTests {
    @Test(
        "MIG-25 MIG-138 a to-one that becomes the inverse of a to-many keeps its own, whichever entity is first",
        arguments: ["Author", "Zoologist"])
    func keepsOwn(_ name: String) throws {
        func model(_ books: String?, _ author: String?) -> [EntityDefinition] {
            [
                entity(name, relationship("books", to: "Book", inverse: author, many: true)),
                entity("Book", relationship("author", to: name, inverse: books)),
            ]
        }
        let steps = try migration(model(nil, nil), model("books", "author"))
        let schema = steps.source
        func key(_ entity: String, _ number: Int64) throws -> ObjectKey {
            schema.key(entity: try #require(schema.entity(named: entity)).number, number: number)
        }
        let authors = try (1...2).map { try key(name, $0) }
        let books = try (1...2).map { try key("Book", $0) }
        var changes = ChangeSet()
        changes.insertions = authors.map { RowInsertion(key: $0, values: [.null]) }
        changes.insertions.append(RowInsertion(key: books[0], values: [.reference(authors[0])]))
        changes.insertions.append(RowInsertion(key: books[1], values: [.null]))
        changes.links = books.map { LinkChange(owner: authors[1], slot: 0, member: $0, isInsertion: true) }
        let source = InMemoryEngine(schema: schema)
        _ = try source.commit(changes)
        let destination = InMemoryEngine(schema: steps.destination)
        try destination.restore(RowMigration(steps, of: source).changeSet())
        let rows = try destination.rows(for: books).sorted { $0.key.number < $1.key.number }
        #expect(rows.map { $0[0] } == authors.map { .reference($0) })
    }
}
