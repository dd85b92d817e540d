// SPDX-License-Identifier: Apache-2.0
// Marks of saves: how long they stay.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: marks of saves", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerSaveMarkTests {
    let stores = TestStores()

    /// A store with old marks, and one of nearly seven days.
    private func opened(_ savesPerRemoval: Int, old: Int) throws -> (EngineUnderTest, PlainWriter) {
        let namespace = stores.namespace()
        let store = EngineUnderTest(
            try stores.open(Schema(ConformanceModel.library), in: namespace) {
                $0.savesPerRemoval = savesPerRemoval
            })
        let writer = try PlainWriter(namespace)
        try writer.run(
            "INSERT INTO perdure_saves SELECT 1, n, now() - interval '7 days 1 minute' "
                + "FROM generate_series(1, \(old)) n")
        try writer.run("INSERT INTO perdure_saves VALUES (2, 1, now() - interval '6 days 23 hours')")
        return (store, writer)
    }

    /// How many marks an engine of another time has left.
    private func count(_ engine: Int, _ writer: PlainWriter) throws -> ServerValue? {
        try writer.value("SELECT count(*) FROM perdure_saves WHERE engine = \(engine)")
    }

    @Test("PG-97 marks older than seven days go, a thousand at a time, and younger ones stay")
    func removal() throws {
        let (store, writer) = try opened(1, old: 1_500)
        try store.insert("Tag")
        #expect(try count(1, writer) == .int8(500))
        try store.insert("Tag")
        #expect(try count(1, writer) == .int8(0))
        #expect(try count(2, writer) == .int8(1))
        // The marks of the two saves.
        #expect(try writer.value("SELECT count(*) FROM perdure_saves") == .int8(3))
    }

    @Test("PG-97 a removal that fails does not undo the save")
    func failingRemoval() throws {
        let (store, writer) = try opened(1, old: 3)
        try writer.run(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
                + "'BEGIN RAISE EXCEPTION ''no removal today''; END'")
        try writer.run("CREATE TRIGGER refuse BEFORE DELETE ON perdure_saves EXECUTE FUNCTION refuse()")
        let key = try store.insert("Tag", ["name": .string("kept")])
        #expect(try count(1, writer) == .int8(3))
        #expect(try writer.texts("SELECT name FROM tag") == ["kept"])
        #expect(try store.value(key, "name") == .string("kept"))
        try store.insert("Tag", ["name": .string("next")])
        #expect(try store.count(store.plan("Tag")) == 2)
    }

    @Test("PG-97 most saves remove nothing")
    func rarely() throws {
        let (store, writer) = try opened(.max, old: 3)
        for _ in 0..<5 { try store.insert("Tag") }
        #expect(try count(1, writer) == .int8(3))
        #expect(PostgreSQLOptions(try TestStores.client()).savesPerRemoval == 1_000)
    }
}
#endif
