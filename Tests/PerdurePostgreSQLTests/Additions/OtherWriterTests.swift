// SPDX-License-Identifier: Apache-2.0
// Triggers that notice what other programs write (PG-58): versions, links, and stores that get them later.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: what other programs write", .enabled(if: TestStores.isThere, TestStores.advice))
struct OtherWriterTests {
    @Test(
        "PG-58 an SQL statement adds 1 to the version of each row that it changes, unless it does so itself")
    func versions() throws {
        let store = try NoticingStore()
        try store.fill()
        #expect(try store.version("city") == 1)
        try store.other.run("UPDATE city SET rank = 2")
        #expect(try store.version("city") == 2)
        try store.other.run("UPDATE city SET rank = 2")
        #expect(try store.version("city") == 2)
        try store.other.run("UPDATE city SET rank = 3, version = version + 1")
        #expect(try store.version("city") == 3)
    }

    @Test("PG-58 a save meets a conflict with what a statement has written, and adds 1 as ever")
    func conflict() throws {
        let store = try NoticingStore()
        try store.fill()
        let context = store.stack.context()
        try context.performAndWait {
            let city = try #require(try context.all("City").first)
            city.setValue("Biel", forKey: "name")
            try context.save()
            #expect(try store.version("city") == 2)
            city.setValue("Thun", forKey: "name")
            try store.other.run("UPDATE city SET rank = 7")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == 133020)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            #expect(city.value(forKey: "rank") as? Int == 7)
        }
        #expect(try store.other.texts("SELECT name FROM city") == ["Thun"])
        #expect(try store.version("city") == 4)
    }

    @Test("PG-58 a save meets a conflict with a row that a program has removed and made anew")
    func replaced() throws {
        let store = try NoticingStore()
        try store.fill()
        let context = store.stack.context()
        try context.performAndWait {
            let city = try #require(try context.all("City").first)
            #expect(city.value(forKey: "name") as? String == "Bern")
            try store.other.run("CREATE TEMP TABLE kept AS SELECT * FROM city")
            try store.other.run("DELETE FROM city")
            try store.other.run("INSERT INTO city SELECT * FROM kept")
            city.setValue("Thun", forKey: "name")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == 133020)
        }
        #expect(try store.other.texts("SELECT name FROM city") == ["Bern"])
    }

    @Test("PG-58 a link that a statement makes or removes is a change of the objects at both ends")
    func links() throws {
        let store = try NoticingStore()
        try store.fill()
        let join = try #require(
            try store.other.texts(
                "SELECT relname::text FROM pg_class WHERE relnamespace = '\(store.namespace.name)'::regnamespace "
                    + "AND relkind = 'r' AND relname LIKE '%place%tag%' OR relname LIKE '%tag%place%' AND relkind = 'r' "
                    + "AND relnamespace = '\(store.namespace.name)'::regnamespace"
            ).first)
        try store.other.run("DELETE FROM \(join)")
        #expect(try store.version("place") == 2 && store.version("tag") == 2)
        #expect(try store.version("city") == 1)
    }

    @Test("PG-58 a store that is there gets the triggers at the next opening; who has it open goes on")
    func later() throws {
        let namespace = try ServerNamespace()
        let first = try Stack(at: namespace.url, NoticingStore.model())
        let context = first.context()
        let city = try context.performAndWait {
            let city = context.insert("City", ["name": "Bern"])
            try context.save()
            return city
        }
        let error = #expect(throws: NSError.self) {
            _ = try Stack(
                at: namespace.url, NoticingStore.model(),
                options: NoticingStore.noticing.merging(["PerdurePostgreSQLSchemaCreation": "never"]) { $1 })
        }
        #expect("\(String(describing: error))".contains("PerdurePostgreSQLOtherWriters"))
        let second = try Stack(at: namespace.url, NoticingStore.model(), options: NoticingStore.noticing)
        let other = try PlainWriter(namespace.name)
        try context.performAndWait {
            city.setValue(2, forKey: "rank")
            try context.save()
        }
        #expect(try other.value("SELECT version FROM city") == .int8(2))
        // The engine that was open knows of the triggers now: it is no other program.
        guard case .int8(let activity)? = try other.value("SELECT last_value FROM perdure_activity") else {
            Issue.record("no activity")
            return
        }
        try context.performAndWait {
            city.setValue(3, forKey: "rank")
            try context.save()
        }
        #expect(try other.value("SELECT last_value FROM perdure_activity") == .int8(activity + 1))
        withExtendedLifetime(second) {}
    }

    @Test("PG-58 PG-161 own statements of a save are another program's")
    func ownStatements() throws {
        let store = try NoticingStore()
        try store.fill()
        let context = store.stack.context()
        try context.performAndWait {
            context.insert("Tag", ["name": "new"])
            try context.save(inTransactionOf: store.stack.store) { transaction in
                try transaction.run("UPDATE \(transaction.name("city")) SET rank = 9")
            }
        }
        #expect(try store.version("city") == 2)
        #expect(try store.version("tag") == 1)
    }

    @Test("PG-58 PG-135 a migration keeps the triggers, and is no other program's work")
    func migration() throws {
        let store = try NoticingStore(
            NoticingStore.model(), [NSPersistentHistoryTrackingKey: true])
        try store.fill()
        try store.stack.coordinator.remove(store.stack.store)
        let model = NoticingStore.model()
        let name = try #require(model.entitiesByName["City"]?.attributesByName["name"])
        name.name = "title"
        name.renamingIdentifier = "name"
        let stack = try Stack(
            at: store.namespace.url, model,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
                NSPersistentHistoryTrackingKey: true,
            ])
        #expect(try store.version("city") == 1)
        #expect(try store.other.texts("SELECT author FROM perdure_history WHERE author = 'sql'").isEmpty)
        try store.other.run("UPDATE city SET title = 'Chur'")
        #expect(try store.version("city") == 2)
        #expect(try store.other.texts("SELECT author FROM perdure_history WHERE author = 'sql'") == ["sql"])
        withExtendedLifetime(stack) {}
    }

    @Test(
        "PG-58 PG-140 names of triggers differ from those of derived attributes, whatever the tables are called"
    )
    func names() throws {
        let store = try NoticingStore(
            NSManagedObjectModel(
                EntitySketch("City", .attribute("name")),
                EntitySketch(
                    "Owner", .derived("total", .integer64AttributeType, "others.@count"),
                    .toMany("others", "CityOther", inverse: "owner")),
                EntitySketch("CityOther", .attribute("name"), .toOne("owner", "Owner", inverse: "others"))))
        let context = store.stack.context()
        try context.performAndWait {
            let owner = context.insert("Owner")
            context.insert("CityOther", ["name": "a", "owner": owner])
            try context.save()
            #expect(owner.value(forKey: "total") as? Int == 1)
        }
        try store.other.run("DELETE FROM city_other")
        #expect(try store.other.value("SELECT total FROM owner") == .int8(0))
        // A value that a trigger computes is nobody's writing.
        #expect(try store.version("owner") == 1)
    }

    @Test("PG-10 tables of others get no triggers and no columns")
    func attached() throws {
        let namespace = try ServerNamespace()
        for option in ["PerdurePostgreSQLOtherWriters": true, "PerdurePostgreSQLDates": "readable"]
            as [String: Any]
        {
            let error = #expect(throws: NSError.self) {
                _ = try Stack(
                    at: namespace.url, NoticingStore.model(),
                    options: ["PerdurePostgreSQLSchemaCreation": "attach", option.key: option.value])
            }
            #expect(error?.code == NSPersistentStoreOpenError)
            #expect("\(String(describing: error))".contains(option.key))
        }
    }
}
#endif
