// SPDX-License-Identifier: Apache-2.0
// What other programs empty with TRUNCATE, and stores whose triggers are of before that was noticed (PG-58).

#if PostgreSQL
import Foundation
import Perdure
import PerdureHistory
import PerdurePostgreSQL
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: tables that other programs empty", .enabled(if: TestStores.isThere, TestStores.advice))
struct EmptiedTableTests {
    private let stores = TestStores()

    @Test("PG-58 PG-105 engines hear that a table was emptied", arguments: [true, false])
    func heard(listens: Bool) throws {
        let namespace = stores.namespace()
        let (store, others) = try stores.hearing(in: namespace, listens: listens)
        defer { withExtendedLifetime(store) {} }
        try PlainWriter(namespace).run("TRUNCATE tag CASCADE")
        #expect(others.waits(for: 1))
    }

    @Test("PG-58 PG-125 a history has the rows of tables that were emptied, and objects that have lost links")
    func history() throws {
        let store = try NoticingStore(NoticingStore.model(), [NSPersistentHistoryTrackingKey: true])
        try store.fill()
        try store.other.run("TRUNCATE city CASCADE")
        #expect(try store.changes().map { $0.sorted() } == [["1 Tag ", "2 City Bern", "2 Place "]])
        #expect(try store.version("tag") == 2)
        let context = store.stack.context()
        try context.performAndWait {
            #expect(try context.all("Place").isEmpty)
            let tag = try #require(try context.all("Tag").first)
            #expect((tag.value(forKey: "places") as? Set<NSManagedObject>)?.count == 0)
        }
    }

    @Test("PG-58 a table that is emptied and filled again has changed its objects")
    func filledAgain() throws {
        let store = try NoticingStore(NoticingStore.model(), [NSPersistentHistoryTrackingKey: true])
        try store.fill()
        let other = store.other
        try other.run("CREATE TEMP TABLE kept AS SELECT * FROM city")
        try other.run("BEGIN")
        try other.run("TRUNCATE city CASCADE")
        try other.run("INSERT INTO city SELECT * FROM kept")
        try other.run("COMMIT")
        #expect(
            try store.changes().map { $0.sorted() } == [["1 City name places rank", "1 Tag ", "2 Place "]])
    }

    /// The triggers that an older version of Perdure has not made.
    private static let newer = "('perdure_city_truncate_other', 'perdure_city_begin')"

    /// What a store has: how many of these triggers, how many of their names in its list, and the form of its functions.
    private func state(_ store: NoticingStore) throws -> [String] {
        try store.other.texts(
            "SELECT (SELECT count(*) FROM pg_trigger WHERE tgrelid = 'city'::regclass AND tgname IN \(Self.newer)) || ' ' || "
                + "(SELECT count(*) FROM perdure_objects WHERE kind = 'trigger' AND name IN \(Self.newer)) || ' ' || "
                + "(SELECT split_part(prosrc, E'\\n', 1) FROM pg_proc WHERE proname = 'perdure_other_commit' "
                + "AND pronamespace = '\(store.namespace.name)'::regnamespace)")
    }

    @Test("PG-58 a store whose triggers are of an older version gets the present ones at the next opening")
    func renewal() throws {
        let store = try NoticingStore()
        try store.fill()
        let present = try state(store)
        #expect(present.first?.hasPrefix("2 2 -- Form ") == true)
        for trigger in ["truncate_other", "begin"] {
            try store.other.run("DROP TRIGGER perdure_city_\(trigger) ON city")
        }
        try store.other.run("DELETE FROM perdure_objects WHERE kind = 'trigger' AND name IN \(Self.newer)")
        try store.other.run(
            "CREATE OR REPLACE FUNCTION perdure_other_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
        )
        // Who may make nothing opens the store all the same.
        let guest = try Stack(
            at: store.namespace.url, NoticingStore.model(),
            options: ["PerdurePostgreSQLSchemaCreation": "never"])
        #expect(try state(store) == ["0 0 BEGIN RETURN NULL; END"])
        let owner = try Stack(at: store.namespace.url, NoticingStore.model())
        #expect(try state(store) == present)
        try store.other.run("TRUNCATE city CASCADE")
        #expect(try store.version("tag") == 2)
        withExtendedLifetime((guest, owner)) {}
    }
}
#endif
