// SPDX-License-Identifier: Apache-2.0
// Stores that are attached to tables of others: reading and writing by their own types, conflicts, keys, refusals.

#if PostgreSQL
import Foundation
import Perdure
import PerdureFoundationGaps
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: attached stores", .enabled(if: TestStores.isThere, TestStores.advice))
struct AttachedStoreTests {
    private func texts(_ objects: [NSManagedObject], _ key: String) -> [String] {
        objects.map { "\($0.value(forKey: key) ?? "nil")" }
    }

    /// Runs a body in a context of an attached store.
    private func attached(
        _ shop: AttachedShop, _ model: NSManagedObjectModel = AttachedShop.model(),
        _ body: (NSManagedObjectContext) throws -> Void
    ) throws {
        let stack = try shop.stack(model)
        defer { withExtendedLifetime(stack) {} }
        let context = stack.context()
        try context.performAndWait { try body(context) }
    }

    @Test("PG-60 rows of others are read by their own types, and nothing is made")
    func reading() throws {
        let shop = try AttachedShop()
        let before = try shop.definitions()
        try shop.other.run(
            "INSERT INTO customers (email, \"Tier\", profile, labels, address, joined, balance, active, points) VALUES "
                + "('ada@x.org', 'gold', '{\"a\": [1, 2]}', '{red,blue}', '10.0.0.1', '2024-05-06 07:08:09.25Z', 12.34, "
                + "false, 7)")
        try attached(shop) { context in
            let ada = try #require(try context.all("Customer").first)
            #expect(ada.value(forKey: "email") as? String == "ada@x.org")
            #expect(ada.value(forKey: "tier") as? String == "gold")
            #expect(ada.value(forKey: "profile") as? String == "{\"a\": [1, 2]}")
            #expect(ada.value(forKey: "labels") as? Data == Data("{red,blue}".utf8))
            #expect(ada.value(forKey: "address") as? String == "10.0.0.1/32")
            let joined = try #require(ada.value(forKey: "joined") as? Date)
            #expect(joined.timeIntervalSince1970 == 1_714_979_289.25)
            #expect(ada.value(forKey: "balance") as? NSDecimalNumber == NSDecimalNumber(string: "12.34"))
            #expect(ada.value(forKey: "active") as? Bool == false)
            #expect(ada.value(forKey: "points") as? Int == 7)
            #expect(ada.value(forKey: "loud") as? String == "ADA@X.ORG")
        }
        #expect(try shop.definitions() == before)
    }

    @Test("PG-61 a history is refused, because nothing would see what others write")
    func history() throws {
        let shop = try AttachedShop()
        #expect {
            _ = try Stack(
                at: shop.namespace.url, AttachedShop.model(),
                options: [
                    "PerdurePostgreSQLSchemaCreation": "attach",
                    "NSPersistentHistoryTrackingKey": true as NSNumber,
                ] as [AnyHashable: Any])
        } throws: { error in
            let error = error as NSError
            return error.code == 134020 && "\(error.userInfo)".contains("no history")
        }
    }

    @Test(
        "PG-61 new rows get keys of the table's sequence and its defaults, parents first whatever the order of entities"
    )
    func inserting() throws {
        let shop = try AttachedShop()
        try attached(shop) { context in
            let order = context.insert("Order", ["weight": 1.5])
            let child = context.insert("Order", ["code": UUID()])
            child.setValue(order, forKey: "parent")
            let bo = context.insert("Customer", ["email": "bo@x.org", "points": 3, "profile": "{\"k\":1}"])
            bo.setValue(Date(timeIntervalSince1970: 1_700_000_000.123_456_7), forKey: "joined")
            for each in [order, child] { each.setValue(bo, forKey: "customer") }
            let eve = context.insert("Customer", ["email": "eve@x.org", "labels": Data("{a}".utf8)])
            try context.save()
            #expect(Set([order, child].map { $0.value(forKey: "number") as? Int }) == [1, 2])
            #expect(bo.value(forKey: "tier") as? String == "plain")
            #expect(bo.value(forKey: "loud") as? String == "BO@X.ORG")
            #expect(eve.value(forKey: "active") as? Bool == true)
            // Rounded to the server's microseconds, and learnt.
            let joined = try #require(bo.value(forKey: "joined") as? Date)
            #expect(abs(joined.timeIntervalSince1970 - 1_700_000_000.123_457) < 0.000_000_3)
            context.reset()
            let orders = try context.all("Order", by: "weight")
            #expect(texts(orders, "weight") == ["nil", "1.5"])
            let parent = orders[0].value(forKey: "parent") as? NSManagedObject
            #expect(parent == orders[1])
            let customer = orders[1].value(forKey: "customer") as? NSManagedObject
            #expect((customer?.value(forKey: "orders") as? Set<NSManagedObject>)?.count == 2)
        }
        #expect(
            try shop.other.texts(
                "SELECT email || ' ' || \"Tier\"::text || ' ' || coalesce(labels::text, '') FROM customers ORDER BY email"
            )
                == ["bo@x.org plain ", "eve@x.org plain {a}"])
        // The sequence went on, and another program goes on behind it.
        #expect(try shop.other.texts("SELECT nextval('customers_id_seq')::text") == ["3"])
    }

    @Test("PG-61 the server's own mark is the version of a row without a column for it")
    func conflicts() throws {
        let shop = try AttachedShop()
        try shop.other.run("INSERT INTO customers (email) VALUES ('a'), ('b')")
        try shop.other.run("INSERT INTO orders (buyer, weight) VALUES (1, 1), (2, 2)")
        try attached(shop) { context in
            let (customers, orders) = (
                try context.all("Customer", by: "email"), try context.all("Order", by: "weight")
            )
            for index in 0..<2 {
                customers[index].setValue(5, forKey: "points")
                orders[index].setValue(9.0, forKey: "weight")
            }
            try shop.other.run("UPDATE customers SET points = 1 WHERE email = 'b'")
            try shop.other.run("UPDATE orders SET weight = 3, lock = lock + 1 WHERE buyer = 2")
            let error = try #require(throws: NSError.self) { try context.save() }
            #expect(error.code == NSManagedObjectMergeError)
            let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict]
            #expect(Set(conflicts?.map(\.sourceObject) ?? []) == [customers[1], orders[1]])
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            // Versions are known after a save, so that the next one finds its rows.
            customers[1].setValue(6, forKey: "points")
            try context.save()
        }
        #expect(try shop.other.texts("SELECT points::text FROM customers ORDER BY email") == ["5", "6"])
        #expect(
            try shop.other.texts("SELECT weight::text || ' ' || lock FROM orders ORDER BY number") == [
                "9 2", "9 3",
            ])
    }

    @Test("PG-60 predicates, orders and ways over foreign keys find what memory finds")
    func predicates() throws {
        let shop = try AttachedShop()
        try shop.other.run(
            "INSERT INTO customers (email, points, \"Tier\", joined) VALUES ('Ärger', 1, 'gold', '2001-01-01 00:00:10Z'), "
                + "('argument', 2, 'plain', DEFAULT), ('Zoo', NULL, 'gold', DEFAULT)")
        try shop.other.run("INSERT INTO orders (buyer, weight) VALUES (1, 4), (1, 5), (3, 6)")
        let wanted: [(String, [String])] = [
            ("email == 'Zoo'", ["Zoo"]), ("email BEGINSWITH[cd] 'AR'", ["argument", "Ärger"]),
            ("email CONTAINS 'rg'", ["argument", "Ärger"]), ("email LIKE[c] 'z*'", ["Zoo"]),
            ("email MATCHES '.*o{2}'", ["Zoo"]), ("tier == 'gold' AND points == nil", ["Zoo"]),
            ("points + 2147483647 > 2147483648", ["argument"]), ("ANY orders.weight > 5", ["Zoo"]),
            ("orders.@count == 2", ["Ärger"]), ("SUBQUERY(orders, $o, $o.weight < 5).@count > 0", ["Ärger"]),
            ("email > 'a'", ["argument", "Ärger"]), ("points IN {1, 2}", ["argument", "Ärger"]),
        ]
        try attached(shop) { context in
            for (format, emails) in wanted {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Customer")
                request.predicate = NSPredicate(format: format)
                request.sortDescriptors = [NSSortDescriptor(key: "email", ascending: true)]
                let found = texts(try context.fetch(request), "email")
                #expect(found == emails, "\(format)")
            }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Customer")
            request.predicate = NSPredicate(
                format: "joined == %@", Date(timeIntervalSinceReferenceDate: 10) as NSDate)
            #expect(try context.count(for: request) == 1)
            request.predicate = NSPredicate(format: "length:(email) > 3")
            #expect(throws: CoreDataException.self) { try context.fetch(request) }
        }
    }

    @Test("PG-60 a discriminator tells the entities of a table apart; rows of other words are not there")
    func hierarchies() throws {
        let shop = try AttachedShop()
        try shop.other.run("INSERT INTO customers (email) VALUES ('a')")
        try shop.other.run(
            "INSERT INTO pets (kind, name, barks, owner_id) VALUES ('dog', 'Rex', 3, 1), ('it''s a pet', 'Tom', NULL, 1), "
                + "('car', 'Bug', NULL, 1)")
        try attached(shop) { context in
            let pets = try context.all("Pet", by: "name")
            #expect(
                pets.map { "\($0.entity.name ?? "") \($0.value(forKey: "name") ?? "")" } == [
                    "Dog Rex", "Pet Tom",
                ])
            let owner = try #require(pets[0].value(forKey: "owner") as? NSManagedObject)
            #expect((owner.value(forKey: "pets") as? Set<NSManagedObject>) == Set(pets))
            let dog = context.insert("Dog", ["name": "Ace", "barks": 1])
            dog.setValue(owner, forKey: "owner")
            context.delete(pets[0])
            try context.save()
        }
        #expect(
            try shop.other.texts("SELECT kind || name FROM pets ORDER BY id") == [
                "it's a petTom", "carBug", "dogAce",
            ])
    }

    @Test(
        "PG-61 pairs of a table of others are added and removed, and rows are deleted behind those that refer to them"
    )
    func pairs() throws {
        let shop = try AttachedShop()
        try shop.other.run("INSERT INTO customers (email) VALUES ('a')")
        try shop.other.run("INSERT INTO orders (buyer, weight) VALUES (1, 1), (1, 2)")
        try shop.other.run("INSERT INTO tags VALUES (1, 'x'), (2, 'y')")
        try shop.other.run("INSERT INTO order_words VALUES (1, 1)")
        try attached(shop) { context in
            let (orders, tags) = (try context.all("Order", by: "weight"), try context.all("Tag", by: "word"))
            #expect((orders[0].value(forKey: "tags") as? Set<NSManagedObject>) == [tags[0]])
            orders[0].setValue(Set([tags[1]]), forKey: "tags")
            orders[1].setValue(Set(tags), forKey: "tags")
            try context.save()
            #expect(
                try shop.other.texts("SELECT o || ':' || t FROM order_words ORDER BY 1") == [
                    "1:2", "2:1", "2:2",
                ])
            for object in try context.all("Customer") + orders { context.delete(object) }
            try context.save()
        }
        #expect(try shop.other.texts("SELECT count(*)::text FROM order_words") == ["0"])
        #expect(try shop.other.texts("SELECT count(*)::text FROM customers") == ["0"])
    }

    @Test("PG-61 views are read, and writing one is refused; so is an object without a sequence for its key")
    func refusals() throws {
        let shop = try AttachedShop()
        try shop.other.run("INSERT INTO customers (email) VALUES ('a')")
        try attached(shop) { context in
            let total = try #require(try context.all("Total").first)
            #expect(total.value(forKey: "orders") as? Int == 0)
            total.setValue(3, forKey: "orders")
            expect(context, NSFileWriteNoPermissionError)
            context.rollback()
            context.insert("Tag", ["word": "z"])
            expect(context, NSFileWriteNoPermissionError)
            context.rollback()
            let customer = try #require(try context.all("Customer").first)
            customer.setValue(2_000, forKey: "points")
            expect(context, 1_550)
            customer.setValue(2, forKey: "points")
            customer.setValue("a mail address of more than forty characters", forKey: "email")
            expect(context, 1_660)
            customer.setValue("b", forKey: "email")
            context.insert("Customer", ["email": "b"])
            expect(context, NSManagedObjectConstraintMergeError)
        }
    }

    /// Expects that a save fails with a code.
    private func expect(_ context: NSManagedObjectContext, _ code: Int) {
        var found = 0
        do { try context.save() } catch { found = (error as NSError).code }
        #expect(found == code)
    }

    @Test(
        "PG-60 all differences between a model and the tables are told at once, with table, column and types")
    func differences() throws {
        let shop = try AttachedShop()
        try shop.other.run("CREATE TABLE keys (id numeric PRIMARY KEY)")
        let model = AttachedShop.model()
        AttachedShop.set(model, "Tag", ["table": "no_such"])
        AttachedShop.set(model, "Customer", "active", ["column": "points"])
        AttachedShop.set(model, "Customer", "points", ["column": "missing"])
        AttachedShop.set(model, "Pet", ["table": "pets"])
        AttachedShop.set(model, "Total", ["table": "keys"])
        do {
            _ = try shop.stack(model)
            Issue.record("it was attached")
        } catch {
            #expect((error as NSError).code == NSPersistentStoreIncompatibleSchemaError)
            let text = "\(error)"
            for part in [
                "no_such", "\"Customer.active\"", ".points is of the type integer",
                "no column missing",
                "perdure.discriminator", "is of the type numeric",
            ] {
                #expect(text.contains(part), "\(part) in \(text)")
            }
        }
    }

    @Test("PG-60 a role needs the rights of the tables alone, and a table may lie in another namespace")
    func roles() throws {
        let shop = try AttachedShop()
        let elsewhere = try ServerNamespace()
        let role = "role_" + shop.namespace.name
        try SharedServer.run(
            "CREATE SCHEMA \(elsewhere.name)",
            "CREATE TABLE \(elsewhere.name).words (id bigserial PRIMARY KEY, word text)",
            "CREATE ROLE \(role)",
            "GRANT USAGE ON SCHEMA \(elsewhere.name), \(shop.namespace.name) TO \(role)",
            "GRANT SELECT ON ALL TABLES IN SCHEMA \(shop.namespace.name) TO \(role)",
            "GRANT SELECT, INSERT, UPDATE ON \(elsewhere.name).words TO \(role)",
            "GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(elsewhere.name) TO \(role)")
        defer { _ = try? SharedServer.run("DROP OWNED BY \(role)", "DROP ROLE \(role)") }
        let model = AttachedShop.model()
        AttachedShop.set(model, "Tag", ["table": "\(elsewhere.name).words"])
        let stack = try shop.stack(model, ["PerdurePostgreSQLRole": role])
        defer { withExtendedLifetime(stack) {} }
        let context = stack.context()
        try context.performAndWait {
            let tag = context.insert("Tag", ["word": "far"])
            try context.save()
            tag.setValue("near", forKey: "word")
            try context.save()
            let words = texts(try context.all("Tag"), "word")
            #expect(words == ["near"])
            context.insert("Pet", ["name": "Tom"])
            expect(context, NSFileWriteNoPermissionError)
        }
    }

    @Test("PG-61 an attached store keeps its identifier, so that URIs of objects lead to the same rows")
    func identity() throws {
        let shop = try AttachedShop()
        try shop.other.run("INSERT INTO customers (email) VALUES ('a')")
        var uris: [URL] = []
        for _ in 0..<2 {
            try attached(shop) { uris += try $0.all("Customer").map { $0.objectID.uriRepresentation() } }
        }
        #expect(uris.count == 2 && uris[0] == uris[1])
    }
}
#endif
