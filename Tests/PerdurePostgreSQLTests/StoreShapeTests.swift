// SPDX-License-Identifier: Apache-2.0
// The columns of relationships, and the isolation and durability of saves and reads, as another program sees them.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: columns and transactions", .enabled(if: TestStores.isThere, TestStores.advice))
struct StoreShapeTests {
    private let namespace: ServerNamespace

    init() throws { namespace = try ServerNamespace() }

    private func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Person", .attribute("name"), .toMany("books", "Book", inverse: "owner", isOrdered: true)),
            EntitySketch("Employee", parent: "Person", .attribute("salary", .integer64AttributeType)),
            EntitySketch("Shelf", .attribute("name"), .toMany("books", "Book", inverse: "shelf")),
            EntitySketch(
                "Book", .attribute("title"), .toOne("owner", "Person", inverse: "books"),
                .toOne("shelf", "Shelf", inverse: "books")))
    }

    @Test(
        "PG-45 a to-one relationship has a key with an index, beside it the entity of a hierarchy and a position"
    )
    func toOneColumns() throws {
        let stack = try Stack(at: namespace.url, model())
        let columns = try SharedServer.run(
            "SELECT column_name || ' ' || data_type FROM information_schema.columns "
                + "WHERE table_schema = '\(namespace.name)' AND table_name = 'book' ORDER BY column_name")
        #expect(
            columns == [
                "entity integer", "id bigint", "owner_entity bigint", "owner_id bigint", "owner_order bigint",
                "shelf_id bigint", "title text", "version bigint",
            ])
        let indexes = try SharedServer.run(
            "SELECT indexname::text FROM pg_indexes WHERE schemaname = '\(namespace.name)' AND tablename = 'book' "
                + "ORDER BY indexname")
        #expect(indexes == ["book_owner_id", "book_pkey", "book_shelf_id"])
        let context = stack.context()
        try context.performAndWait {
            let boss = context.insert("Employee", ["name": "Ada"])
            let books = ["a", "b"].map { context.insert("Book", ["title": $0]) }
            boss.setValue(NSOrderedSet(array: books), forKey: "books")
            try context.save()
        }
        let place = "\"\(namespace.name)\""
        let entities = try SharedServer.run(
            "SELECT DISTINCT e.name FROM \(place).book b JOIN \(place).perdure_entities e ON e.id = b.owner_entity"
        )
        #expect(entities == ["Employee"])
        let fresh = try Stack(at: namespace.url, model())
        let reader = fresh.context()
        try reader.performAndWait {
            let owners = try reader.all("Book").map { $0.value(forKey: "owner") as? NSManagedObject }
            #expect(owners.map { $0?.entity.name } == ["Employee", "Employee"])
        }
    }

    @Test(
        "PG-88 PG-89 a save is READ COMMITTED, and commits as its durability says",
        arguments: [(nil, "on"), ("NORMAL", "local"), ("OFF", "off"), ("FULL", "on")])
    func saves(_ level: String?, _ expected: String) throws {
        let options = level.map { [NSSQLitePragmasOption: ["synchronous": $0]] } ?? [:]
        let stack = try Stack(at: namespace.url, model(), options: options)
        let context = stack.context()
        try context.performAndWait {
            context.insert("Shelf", ["name": "a"])
            try context.save(inTransactionOf: stack.store) { transaction in
                let found = try transaction.run(
                    "SELECT current_setting('synchronous_commit'), current_setting('transaction_isolation')")
                #expect(found.values == [[.text(expected), "read committed"]])
            }
        }
    }

    @Test("PG-88 a generation is REPEATABLE READ and READ ONLY: it sees nothing of later commits")
    func reads() throws {
        let stack = try Stack(at: namespace.url, model())
        let context = stack.context()
        try context.performAndWait {
            context.insert("Shelf", ["name": "a"])
            try context.save()
            try context.setQueryGenerationFrom(.current)
            #expect(try context.all("Shelf").count == 1)
        }
        try SharedServer.run(
            "INSERT INTO \"\(namespace.name)\".shelf (entity, name) "
                + "SELECT id, 'b' FROM \"\(namespace.name)\".perdure_entities WHERE name = 'Shelf'")
        try context.performAndWait {
            #expect(try context.all("Shelf").count == 1)
            try context.setQueryGenerationFrom(nil)
            #expect(try context.all("Shelf").count == 2)
        }
    }
}
#endif
