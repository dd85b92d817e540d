// SPDX-License-Identifier: Apache-2.0
// What other programs commit, as engines hear of it and as a history has it (PG-58).

#if PostgreSQL
import Foundation
import Perdure
import PerdureHistory
import PerdurePostgreSQL
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: commits of other programs", .enabled(if: TestStores.isThere, TestStores.advice))
struct OtherWriterHistoryTests {
    private let stores = TestStores()

    @Test("PG-58 engines hear of a statement's commit, by messages and by asking", arguments: [true, false])
    func heard(listens: Bool) throws {
        let namespace = stores.namespace()
        let (store, others) = try stores.hearing(in: namespace, listens: listens)
        defer { withExtendedLifetime(store) {} }
        let writer = try PlainWriter(namespace)
        try writer.run("BEGIN")
        try writer.run("UPDATE tag SET name = 'b'")
        try writer.run("ROLLBACK")
        try writer.run("UPDATE tag SET name = 'c'")
        #expect(others.waits(for: 1))
    }

    @Test("PG-58 a history has a statement's rows, columns and last values, by the author sql")
    func history() throws {
        let store = try NoticingStore(NoticingStore.model(), [NSPersistentHistoryTrackingKey: true])
        try store.fill()
        try store.other.run("UPDATE city SET rank = rank + 1, name = 'Biel'")
        try store.other.run(
            "INSERT INTO tag (entity, name) SELECT id, 'new' FROM perdure_entities WHERE name = 'Tag'")
        try store.other.run("UPDATE place SET city_id = NULL")
        try store.other.run("DELETE FROM city")
        #expect(
            try store.changes() == [
                ["1 City name rank"], ["0 Tag "], ["1 Place city"], ["2 City Biel"],
            ])
        let numbers = try store.other.texts("SELECT number::text FROM perdure_history ORDER BY number")
        #expect(numbers == ["1", "2", "3", "4", "5"])
    }

    @Test("PG-58 a transaction is one of the history, with one change for each object")
    func merged() throws {
        let store = try NoticingStore(NoticingStore.model(), [NSPersistentHistoryTrackingKey: true])
        try store.fill()
        let other = store.other
        try other.run("BEGIN")
        try other.run("UPDATE city SET rank = 5")
        try other.run("UPDATE city SET name = 'Chur'")
        try other.run(
            "INSERT INTO tag (entity, name) SELECT id, 'a' FROM perdure_entities WHERE name = 'Tag'")
        try other.run("UPDATE tag SET name = 'b' WHERE name = 'a'")
        try other.run(
            "INSERT INTO tag (entity, name) SELECT id, 'gone' FROM perdure_entities WHERE name = 'Tag'")
        try other.run("DELETE FROM tag WHERE name = 'gone'")
        try other.run("SAVEPOINT s")
        try other.run("DELETE FROM place")
        try other.run("ROLLBACK TO SAVEPOINT s")
        try other.run("COMMIT")
        #expect(try store.changes() == [["1 City name rank", "0 Tag "]])
        #expect(try other.texts("SELECT save::text FROM perdure_writes").isEmpty)
    }

    @Test("PG-58 PG-125 an object that a transaction removes and makes anew has changed in all properties")
    func replaced() throws {
        let store = try NoticingStore(NoticingStore.model(), [NSPersistentHistoryTrackingKey: true])
        try store.fill()
        let other = store.other
        try other.run("CREATE TEMP TABLE kept AS SELECT * FROM city")
        try other.run("BEGIN")
        try other.run("DELETE FROM city")
        try other.run("INSERT INTO city SELECT * FROM kept")
        try other.run("COMMIT")
        try other.run("BEGIN")
        try other.run("DELETE FROM city")
        try other.run("INSERT INTO city SELECT * FROM kept")
        try other.run("DELETE FROM city")
        try other.run("COMMIT")
        #expect(
            try store.changes().map { $0.sorted() } == [
                ["1 City name places rank", "1 Place city"], ["2 City Bern"],
            ])
    }

    @Test("PG-58 a transaction that has its constraints looked at early is in the history whole")
    func earlyConstraints() throws {
        let store = try NoticingStore(NoticingStore.model(), [NSPersistentHistoryTrackingKey: true])
        try store.fill()
        try store.other.run("BEGIN")
        try store.other.run("SET CONSTRAINTS ALL IMMEDIATE")
        try store.other.run("UPDATE city SET rank = 5")
        try store.other.run("UPDATE city SET name = 'Chur'")
        try store.other.run("COMMIT")
        #expect(try store.changes() == [["1 City name rank"]])
        #expect(try store.other.texts("SELECT save::text FROM perdure_writes").isEmpty)
    }

    @Test("PG-58 PG-35 with a history other programs may change rows whose data are large")
    func largeData() throws {
        let model = NSManagedObjectModel(
            EntitySketch("Photo", .attribute("name"), .attribute("data", .binaryDataAttributeType)))
        let store = try NoticingStore(model, [NSPersistentHistoryTrackingKey: true])
        let context = store.stack.context()
        try context.performAndWait {
            context.insert("Photo", ["name": "a"])
            try context.save()
        }
        try store.other.run("UPDATE photo SET data = convert_to(repeat('a', 140000000), 'UTF8')")
        try store.other.run("UPDATE photo SET name = 'b'")
        try store.other.run("DELETE FROM photo")
        #expect(try store.changes() == [["1 Photo data"], ["1 Photo name"], ["2 Photo "]])
    }

    @Test("PG-58 without a history nothing is written down, and a rollback leaves nothing")
    func untracked() throws {
        let store = try NoticingStore()
        try store.fill()
        try store.other.run("BEGIN")
        try store.other.run("UPDATE city SET rank = 5")
        try store.other.run("SAVEPOINT s")
        try store.other.run("UPDATE city SET rank = 6")
        try store.other.run("ROLLBACK TO SAVEPOINT s")
        try store.other.run("UPDATE place SET name = 'x'")
        try store.other.run("COMMIT")
        #expect(try store.version("city") == 2 && store.version("place") == 2)
        #expect(try store.other.texts("SELECT save::text FROM perdure_writes").isEmpty)
        #expect(try store.other.value("SELECT to_regclass('perdure_history') IS NULL") == .bool(true))
    }

    @Test("PG-58 a list of merging counters goes on by the server's sums, beside statements")
    func merging() throws {
        let store = try NoticingStore(
            NSManagedObjectModel(EntitySketch("Post", .mergeable("likes", .counter, default: 0))))
        let context = store.stack.context()
        try context.performAndWait {
            let post = context.insert("Post")
            try context.save()
            try store.other.run("UPDATE post SET likes = likes + 10")
            try post.apply(.increment(by: 1), forKey: "likes")
            try context.save()
            #expect(post.value(forKey: "likes") as? Int == 11)
        }
        #expect(try store.version("post") == 2)
    }
}
#endif
