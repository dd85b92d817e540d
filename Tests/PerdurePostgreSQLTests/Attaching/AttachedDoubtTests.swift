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

    private func attached(_ body: (Attached) throws -> Void) throws {
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
        try other.run("CREATE TABLE note (id uuid PRIMARY KEY, text text)")
        try other.run("INSERT INTO note SELECT gen_random_uuid(), 'old' FROM generate_series(1, 2)")
        let engine = try stores.open(schema, in: namespace) { options in
            if let client = try? TestStores.client(through: proxy) { options.client = client }
            options.client.timeout = 20
            options.creation = .attach
        }
        guard case .keys(let keys) = try engine.fetch(Self.keys) else {
            Issue.record("the rows of the other program are not found")
            return
        }
        try body(Attached(proxy: proxy, store: EngineUnderTest(engine), other: other, keys: keys))
        proxy.set(nil)
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
}
#endif
