// SPDX-License-Identifier: Apache-2.0
// Commits whose answer does not come, in tables of others: the rows decide (PG-61, PG-93).

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite(
    "PostgreSQL: commits in doubt in tables of others", .serialized,
    .enabled(if: TestStores.socketPath != nil, TestStores.advice))
struct AttachedDoubtTests {
    let stores = TestStores()

    /// A store behind a proxy, another program at its tables, and the two rows that are there.
    private struct Attached {
        let proxy: FaultProxy
        let store: EngineUnderTest
        let other: PlainWriter
        let keys: [ObjectKey]
    }

    /// Attaches a store, as a role under a policy or as the owner of the table.
    private func attached(
        timeout: TimeInterval = 20, key: String = "uuid", role: String? = nil,
        _ body: (Attached) throws -> Void
    ) throws {
        let proxy = try FaultProxy(target: TestStores.socketPath ?? "")
        defer { proxy.end() }
        let schema = try Schema([
            EntityDefinition(
                "Note",
                properties: [
                    PropertyDefinition("id", .attribute(AttributeDefinition(.uuid))),
                    PropertyDefinition("text", .attribute(AttributeDefinition(.string))),
                ])
        ])
        let namespace = stores.namespace()
        let other = try PlainWriter(namespace)
        try other.run("CREATE SCHEMA \(namespace)")
        try other.run("CREATE TABLE note (id \(key) PRIMARY KEY, text text)")
        try other.run("INSERT INTO note SELECT gen_random_uuid(), 'old' FROM generate_series(1, 2)")
        if let role { try hide(from: role, namespace, other) }
        let engine = try stores.open(schema, in: namespace) { options in
            if let client = try? TestStores.client(through: proxy, as: role) { options.client = client }
            options.client.timeout = timeout
            options.creation = .attach
            if role != nil { options.settings = ["perdure.tenant": "seven"] }
        }
        guard case .keys(let keys) = try engine.fetch(Self.keys) else {
            Issue.record("the rows of the other program are not found")
            return
        }
        try body(Attached(proxy: proxy, store: EngineUnderTest(engine), other: other, keys: keys))
        proxy.set(nil)
    }

    /// Lets a role see the rows with a setting alone.
    private func hide(from role: String, _ namespace: String, _ other: PlainWriter) throws {
        try other.run("GRANT USAGE ON SCHEMA \(namespace) TO \(role)")
        try other.run("GRANT SELECT, INSERT, UPDATE, DELETE ON note TO \(role)")
        try other.run("ALTER TABLE note ENABLE ROW LEVEL SECURITY")
        try other.run(
            "CREATE POLICY tenant ON note USING (current_setting('perdure.tenant', true) = 'seven')")
    }

    private static var keys: FetchPlan {
        var plan = FetchPlan(entity: 1)
        plan.shape = .keys
        return plan
    }

    private func changes(_ attached: Attached, _ kind: String) throws -> ChangeSet {
        var changes = ChangeSet()
        let version = try #require(try attached.store.row(attached.keys[0])).version
        if kind != "insert" {
            changes.updates = [
                try attached.store.update(attached.keys[0], ["text": .string("new")], expecting: version)
            ]
        }
        if kind == "mixed" {
            let other = try #require(try attached.store.row(attached.keys[1])).version
            changes.deletions = [RowDeletion(key: attached.keys[1], expectedVersion: other)]
        }
        if kind != "update" {
            changes.insertions = [try attached.store.insertion("Note", ["text": .string("new")])]
        }
        return changes
    }

    private func count(_ attached: Attached) throws -> Int64? {
        try attached.other.value("SELECT count(*) FROM note WHERE text = 'new'")?.integer
    }

    @Test(
        "PG-93 a COMMIT without an answer is settled by the rows of others' tables",
        arguments: ["insert", "update", "mixed"], [ProxyFault.Direction.toClient, .toServer])
    func settling(_ kind: String, _ direction: ProxyFault.Direction) throws {
        try attached { attached in
            let changes = try changes(attached, kind)
            guard case .prepared(let commit) = try attached.store.engine.prepare(changes) else {
                Issue.record("a conflict with nobody")
                return
            }
            attached.proxy.set(ProxyFault(direction: direction, action: .close))
            attached.proxy.setForNewConnections(nil)
            let written: Int64 = kind == "mixed" ? 2 : 1
            switch direction {
            case .toClient:
                _ = try commit.commit()
                #expect(try count(attached) == written)
            case .toServer:
                do {
                    _ = try commit.commit()
                    Issue.record("acknowledged, though nothing arrived")
                } catch StoreError.lost {}
                #expect(try count(attached) == 0)
            }
        }
    }

    @Test("PG-93 PG-147 a COMMIT without an answer is settled by rows that need a setting to be seen")
    func settlingUnderPolicy() throws {
        let role = "role_" + stores.namespace()
        try TestStores.run("CREATE ROLE \(role) LOGIN")
        defer {
            _ = try? TestStores.run("DROP OWNED BY \(role)")
            _ = try? TestStores.run("DROP ROLE \(role)")
        }
        try attached(role: role) { attached in
            let changes = try changes(attached, "insert")
            guard case .prepared(let commit) = try attached.store.engine.prepare(changes) else {
                Issue.record("a conflict with nobody")
                return
            }
            attached.proxy.set(ProxyFault(direction: .toClient, action: .close))
            attached.proxy.setForNewConnections(nil)
            _ = try commit.commit()
            #expect(try count(attached) == 1)
        }
    }

    @Test(
        "PG-61 PG-97 the save after a doubtful one stores a new object once, whatever the first one did",
        arguments: ["uuid", "uuid DEFAULT gen_random_uuid()"], [ProxyFault.Direction.toClient, .toServer])
    func nextSave(_ key: String, _ direction: ProxyFault.Direction) throws {
        try attached(timeout: 2, key: key) { attached in
            let text = try attached.store.slot("Note", "text")
            var first = ChangeSet()
            first.identify()
            first.insertions = [try attached.store.insertion("Note", ["text": .string("old")])]
            guard case .prepared(let commit) = try attached.store.engine.prepare(first) else {
                Issue.record("a conflict with nobody")
                return
            }
            attached.proxy.set(ProxyFault(direction: direction, action: .stall))
            do {
                _ = try commit.commit()
                Issue.record("acknowledged without an answer")
            } catch StoreError.inDoubt {}
            attached.proxy.set(nil)
            var second = ChangeSet()
            second.inDoubtSave = InDoubtSave(first)
            second.insertions = first.insertions
            second.insertions[0].values[text] = .string("new")
            let rows = try attached.store.commit(second)
            #expect(rows.map(\.key) == first.insertions.map(\.key))
            #expect(try count(attached) == 1)
            #expect(try attached.other.value("SELECT count(*) FROM note")?.integer == 3)
        }
    }
}
#endif
