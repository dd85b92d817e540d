// SPDX-License-Identifier: Apache-2.0
// Derived attributes on a server (PG-140 to PG-144): what triggers do for Perdure, and for programs with plain SQL.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: derived attributes", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerDerivedTests {
    let stores = TestStores()

    private func store() throws -> (EngineUnderTest, PlainWriter) {
        let namespace = stores.namespace()
        let engine = try stores.open(Schema(OwnersModel.entities()), in: namespace)
        return (EngineUnderTest(engine), try PlainWriter(namespace))
    }

    @Test("PG-140 each home table has one row trigger, each table of a way one statement trigger per event")
    func triggers() throws {
        let (_, writer) = try store()
        let rows = try writer.run(
            "SELECT tgrelid::regclass::text, tgtype::integer FROM pg_trigger WHERE NOT tgisinternal "
                + "AND tgrelid::regclass::text NOT LIKE '%.%' ORDER BY 1, 2")
        var found: [String: [Int64]] = [:]
        for row in 0..<rows.rowCount {
            guard case .text(let table)? = try rows.value(row, 0), let type = try rows.value(row, 1)?.integer
            else { continue }
            found[table, default: []].append(type & 1)
        }
        // 1 is a row trigger.
        #expect(found["owner"]?.sorted() == [0, 0, 0, 1])
        #expect(found["member"]?.sorted() == [0, 0, 0, 1])
        #expect(found["tag"]?.sorted() == [0, 1])
        #expect(found["member_tags"]?.sorted() ?? found["tag_members"]?.sorted() == [0, 0, 0])
    }

    @Test("PG-140 PG-141 other programs' writes are counted, added and copied")
    func plainWrites() throws {
        let (store, writer) = try store()
        try writer.run("INSERT INTO owner (entity, name) VALUES (1, 'one'), (1, 'two')")
        try writer.run(
            "INSERT INTO member (entity, points, owner_id) SELECT 2, n, o.id FROM generate_series(1, 9) n, owner o "
                + "WHERE o.name = 'one'")
        try OwnersAudit(store).check()
        try writer.run(
            "UPDATE member SET owner_id = (SELECT id FROM owner WHERE name = 'two') WHERE points % 2 = 0")
        try writer.run("UPDATE member SET points = points * 10 WHERE points > 5")
        try writer.run("UPDATE owner SET name = upper(name)")
        try OwnersAudit(store).check()
        try writer.run("DELETE FROM member WHERE points IN (1, 2, 90)")
        try OwnersAudit(store).check()
        #expect(try writer.value("SELECT count(*) FROM perdure_computed") == .int8(0))
    }

    @Test(
        "DER-45 triggers that were dropped or disabled are made anew when the store is opened, with all values"
    )
    func review() throws {
        let namespace = stores.namespace()
        let schema = try Schema(OwnersModel.entities())
        try stores.open(schema, in: namespace).close()
        let writer = try PlainWriter(namespace)
        let count =
            "SELECT count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            + "WHERE c.relnamespace = '\(namespace)'::regnamespace AND tgenabled <> 'D' AND NOT tgisinternal"
        let triggers = try writer.value(count)
        try writer.run("INSERT INTO owner (entity, name) VALUES (1, 'Weiß')")
        try writer.run("DROP TRIGGER perdure_member_insert ON member")
        try writer.run("ALTER TABLE member DISABLE TRIGGER perdure_member_update")
        try writer.run(
            "INSERT INTO member (entity, points, owner_id) SELECT 2, n, o.id FROM generate_series(1, 9) n, owner o"
        )
        try writer.run("UPDATE member SET points = points + 1")
        #expect(throws: StoreError.self) { try stores.open(schema, in: namespace) { $0.creation = .never } }
        let store = EngineUnderTest(try stores.open(schema, in: namespace))
        try OwnersAudit(store).check()
        let member = try store.insert("Member", ["points": .integer(1)])
        #expect(try store.row(member) != nil)
        try OwnersAudit(store).check()
        #expect(try writer.value(count) == triggers)
    }

    @Test("PG-142 texts beyond ASCII have the value of the client, for rows that copy them too")
    func texts() throws {
        let (store, writer) = try store()
        let owner = try store.insert("Owner", ["name": .string("Straße ÉCOLE ΣΑΣ")])
        let member = try store.insert("Member", ["owner": .reference(owner)])
        #expect(try store.value(member, "loud") == .string("Straße ÉCOLE ΣΑΣ".uppercased()))
        #expect(try store.value(owner, "search") == .string("strasse ecole σασ"))
        var changes = ChangeSet()
        changes.updates = [try store.update(owner, ["name": .string("Weiß")], expecting: 1)]
        let rows = try store.commit(changes)
        #expect(try store.value(member, "loud") == .string("WEISS"))
        #expect(try store.value(owner, "search") == .string("weiss"))
        #expect(rows.first { $0.key == member }?[try store.slot("Member", "loud")] == .string("WEISS"))
        try writer.run("UPDATE owner SET name = 'Plain'")
        #expect(try store.value(member, "loud") == .string("PLAIN"))
        #expect(try store.value(owner, "search") == .string("plain"))
    }

    @Test("PG-143 now() is the server's time, once for a save; nothing is left of the notes")
    func clock() throws {
        let (store, writer) = try store()
        var changes = ChangeSet()
        changes.insertions = [try store.insertion("Owner"), try store.insertion("Owner")]
        let time = "SELECT extract(epoch FROM clock_timestamp())::float8 - 978307200"
        let start = try writer.value(time)?.number ?? .nan
        let rows = try store.commit(changes)
        let end = try writer.value(time)?.number ?? .nan
        let times = try rows.map { $0[try store.slot("Owner", "touched")] }
        #expect(times.count == 2 && times.first == times.last)
        guard case .date(let seconds)? = times.first else {
            Issue.record("no time came with the commit: \(times)")
            return
        }
        #expect(start <= seconds && seconds <= end)
        #expect(try writer.value("SELECT count(*) FROM perdure_computed") == .int8(0))
    }

    @Test("PG-143 a derived value of another row leaves its version and its time")
    func versions() throws {
        let (store, _) = try store()
        let owner = try store.insert("Owner")
        let before = try store.value(owner, "touched")
        try store.insert("Member", ["owner": .reference(owner), "points": .integer(4)])
        #expect(try store.row(owner)?.version == 1)
        #expect(try store.value(owner, "total") == .integer(4))
        #expect(try store.value(owner, "touched") == before)
    }

    @Test("PG-144 a sum beyond 64 bits is refused by name, and another program's by the server's 22003")
    func overflow() throws {
        let (store, writer) = try store()
        let owner = try store.insert("Owner")
        try store.insert("Member", ["owner": .reference(owner), "points": .integer(.max)])
        let error = #expect(throws: StoreError.self) {
            try store.insert("Member", ["owner": .reference(owner), "points": .integer(1)])
        }
        guard case .invalidValue("Owner", "total", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let refusal = #expect(throws: PostgreSQLError.self) {
            try writer.run(
                "INSERT INTO member (entity, points, owner_id) VALUES (2, 1, \(owner.number))")
        }
        #expect(refusal?.state == "22003")
        try OwnersAudit(store).check()
    }
}

extension ServerValue {
    var integer: Int64? {
        switch self {
        case .int2(let value): Int64(value)
        case .int4(let value): Int64(value)
        case .int8(let value): value
        default: nil
        }
    }

    var number: Double? {
        if case .float8(let value) = self { value } else { nil }
    }
}
#endif
