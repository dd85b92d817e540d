// SPDX-License-Identifier: Apache-2.0
// Policies that show rows for a setting alone: what reads outside of a save's transaction needs the setting too.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: settings for policies", .enabled(if: TestStores.isThere, TestStores.advice))
struct TenantPolicyTests {
    let stores = TestStores()

    /// Lets a body use one store twice, as a role that sees the rows of its tenant alone.
    private func withTenant(_ body: (EngineUnderTest, EngineUnderTest) throws -> Void) throws {
        let namespace = stores.namespace()
        let role = "role_" + namespace
        try stores.open(Schema(ConformanceModel.library), in: namespace).close()
        try TestStores.run("CREATE ROLE \(role)")
        defer {
            _ = try? TestStores.run("DROP OWNED BY \(role)")
            _ = try? TestStores.run("DROP ROLE \(role)")
        }
        for text in rights(namespace, role) + policies(namespace) { try TestStores.run(text) }
        let (store, other) = (try open(namespace, role), try open(namespace, role))
        defer { for engine in [store.engine, other.engine] { try? engine.close() } }
        try body(store, other)
    }

    private func rights(_ namespace: String, _ role: String) -> [String] {
        [
            "GRANT USAGE ON SCHEMA \(namespace) TO \(role)",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(namespace) TO \(role)",
            "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA \(namespace) TO \(role)",
        ]
    }

    private func policies(_ namespace: String) -> [String] {
        ["tag", "sample"].flatMap { table in
            [
                "ALTER TABLE \(namespace).\(table) ENABLE ROW LEVEL SECURITY",
                "ALTER TABLE \(namespace).\(table) FORCE ROW LEVEL SECURITY",
                "CREATE POLICY tenant ON \(namespace).\(table) "
                    + "USING (current_setting('perdure.tenant', true) = 'seven')",
            ]
        }
    }

    private func open(_ namespace: String, _ role: String) throws -> EngineUnderTest {
        EngineUnderTest(
            try stores.open(Schema(ConformanceModel.library), in: namespace) {
                $0.creation = .never
                $0.client.role = role
                $0.settings = ["perdure.tenant": "seven"]
            })
    }

    @Test("PG-76 PG-147 a conflict names the row that others have changed, and none that a policy would hide")
    func conflict() throws {
        try withTenant { store, other in
            let keys = try (0..<3).map { try store.insert("Tag", ["name": .string("\($0)")]) }
            var first = ChangeSet()
            first.updates = [try other.update(keys[1], ["name": .string("theirs")], expecting: 1)]
            try other.commit(first)
            var changes = ChangeSet()
            changes.updates = try keys.map {
                try store.update($0, ["name": .string("own")], expecting: 1)
            }
            let conflicts = try store.conflicts(changes)
            guard conflicts.count == 1, case .version(let key, let current) = conflicts[0] else {
                Issue.record("\(conflicts)")
                return
            }
            #expect(key == keys[1] && current?.version == 2)
            #expect(try current?[store.slot("Tag", "name")] == .string("theirs"))
        }
    }

    @Test(
        "PG-71 PG-147 a refused reference is the one to the row that is gone, and none that a policy would hide"
    )
    func missingDestination() throws {
        try withTenant { store, _ in
            let (there, gone) = (try store.insert("Sample"), try store.insert("Sample"))
            var deletion = ChangeSet()
            deletion.deletions = [RowDeletion(key: gone, expectedVersion: 1)]
            try store.commit(deletion)
            var changes = ChangeSet()
            changes.insertions = [
                try store.insertion("Part", ["owner": .reference(there)]),
                try store.insertion("Part", ["owner": .reference(gone)]),
            ]
            do {
                _ = try store.engine.prepare(changes)
                Issue.record("the reference was taken")
            } catch StoreError.missingDestination(_, let property, let key) {
                #expect(property == "owner" && key == gone)
            }
        }
    }

    @Test("PG-74 PG-147 a table with a policy takes many new rows in one save too, which do not go by COPY")
    func manyRows() throws {
        try withTenant { store, _ in
            for round in 1...2 {
                var changes = ChangeSet()
                changes.insertions = try (0..<5_000).map { _ in try store.insertion("Sample") }
                try store.commit(changes)
                #expect(try store.count(store.plan("Sample")) == round * 5_000)
            }
        }
    }

    @Test("PG-131 PG-147 a read view reads its rows on all of its connections, under a policy too")
    func readView() throws {
        try withTenant { store, _ in
            let keys = try (0..<3).map { try store.insert("Tag", ["name": .string("\($0)")]) }
            let view = try #require(try store.engine.readView())
            let wrong = Counter()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<10 where (try? view.rows(for: keys).count) != keys.count { wrong.add() }
            }
            #expect(wrong.count == 0)
        }
    }
}
#endif
