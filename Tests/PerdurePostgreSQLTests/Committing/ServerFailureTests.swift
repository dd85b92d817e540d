// SPDX-License-Identifier: Apache-2.0
// Servers that are frozen, full of connections or out of space: each call ends, says what to do, and the store goes on afterwards.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: servers in trouble", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerFailureTests {
    let stores = TestStores()

    /// The processes of a store's connections.
    private func processes(_ name: String) throws -> [Int32] {
        let found = try TestStores.run(
            "SELECT pid FROM pg_stat_activity WHERE application_name LIKE '\(name)%'")
        return try found.column(0).compactMap { value in
            if case .int4(let number)? = value { number } else { nil }
        }
    }

    /// Runs a body while a store's processes are stopped.
    private func whileFrozen(_ name: String, _ body: () throws -> Void) throws {
        let all = try processes(name)
        let stopped = all.filter { kill($0, SIGSTOP) == 0 }
        defer { for process in stopped { kill(process, SIGCONT) } }
        try #require(!stopped.isEmpty && stopped.count == all.count)
        try body()
    }

    private func expectBusy(_ what: Comment, _ body: () throws -> Void) {
        let error = #expect(throws: StoreError.self, what) { try body() }
        guard case .busy(let path, _, _)? = error else {
            Issue.record("\(what): \(String(describing: error)) instead of busy")
            return
        }
        #expect(!path.isEmpty, what)
    }

    @Test(
        "PG-25 PG-158 reads, saves and keys of a frozen server end by their deadline, and the store goes on",
        .enabled(if: TestStores.canStopProcesses, "the server's processes cannot be stopped from here"))
    func frozen() throws {
        let namespace = stores.namespace()
        let store = EngineUnderTest(
            try stores.open(Schema(ConformanceModel.library), in: namespace) {
                $0.client.applicationName = namespace
                $0.client.timeout = 0.5
                $0.keyBlock = 1
            })
        let key = try store.insert("Tag", ["name": .string("a")])
        var calls: [(Comment, () throws -> Void)] = [
            ("a fetch", { _ = try store.rows(store.plan("Tag")) }),
            ("a row", { _ = try store.row(key) }),
            ("keys", { _ = try store.engine.reserveKeys(1, entity: key.entity) }),
        ]
        var changes = ChangeSet()
        changes.updates = [try store.update(key, ["name": .string("b")], expecting: 1)]
        calls.append(("a save", { _ = try store.engine.commit(changes) }))
        for (what, call) in calls {
            // The pool has a connection again: a new one would find a process that is not frozen.
            _ = try store.row(key)
            try whileFrozen(namespace) { expectBusy(what, call) }
        }
        // A frozen server had not begun the save: it is neither stored nor in doubt.
        #expect(try store.value(key, "name") == .string("a"))
        try store.commit(changes)
        #expect(try store.value(key, "name") == .string("b"))
    }

    @Test("PG-150 PG-158 a role without free connections is an error that says what to do, and passes")
    func connections() throws {
        let (namespace, role) = (stores.namespace(), "role_\(stores.namespace())")
        try stores.open(Schema(ConformanceModel.library), in: namespace).close()
        try TestStores.run("CREATE ROLE \(role) LOGIN SUPERUSER CONNECTION LIMIT 0")
        defer { _ = try? TestStores.run("DROP ROLE \(role)") }
        try TestStores.run("ALTER ROLE \(role) NOSUPERUSER")
        let url = try TestStores.client().url
        let other = try PostgreSQLURL(
            url.completeText.replacing("user=\(url["user"] ?? "")", with: "user=\(role)"))
        let error = #expect(throws: StoreError.self) {
            try stores.open(Schema(ConformanceModel.library), in: namespace) {
                if let client = try? ClientConfiguration(other) { $0.client = client }
                $0.client.timeout = 0.3
            }
        }
        guard case .cannotOpen(_, _, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("53300") && reason.contains("max_connections"))
        try stores.open(Schema(ConformanceModel.library), in: namespace).close()
    }

    @Test("PG-150 PG-158 a full disk refuses a save with 53100, nothing is stored, and the store goes on")
    func fullDisk() throws {
        let namespace = stores.namespace()
        let store = EngineUnderTest(try stores.open(Schema(ConformanceModel.library), in: namespace))
        try TestStores.run(
            "CREATE FUNCTION \(namespace).full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                + "$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$")
        try TestStores.run(
            "CREATE TRIGGER full_disk BEFORE INSERT ON \(namespace).tag EXECUTE FUNCTION \(namespace).full_disk()"
        )
        let error = #expect(throws: StoreError.self) { try store.insert("Tag", ["name": .string("a")]) }
        guard case .refused(let refusal)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.state == "53100")
        #expect(try store.rows(store.plan("Tag")).isEmpty)
        try TestStores.run("DROP TRIGGER full_disk ON \(namespace).tag")
        try store.insert("Tag", ["name": .string("a")])
        #expect(try store.rows(store.plan("Tag")).count == 1)
    }

    @Test(
        "PG-150 PG-158 a disk that is really full refuses a save with 53100, and one that fits goes on",
        .enabled(if: SmallTableSpace.isPossible, "mounting a tmpfs for the server is not permitted here"))
    func smallDisk() throws {
        let namespace = stores.namespace()
        let space = try SmallTableSpace("space_\(namespace)")
        defer {
            _ = try? TestStores.run("DROP SCHEMA IF EXISTS \(namespace) CASCADE")
            space.remove()
        }
        let store = EngineUnderTest(try stores.open(Schema(ConformanceModel.library), in: namespace))
        try TestStores.run("ALTER TABLE \(namespace).sample SET TABLESPACE \(space.name)")
        let first = try store.insert("Sample", ["name": .string("a")])
        // Nothing that the server could compress.
        let noise = try FileHandle(forReadingFrom: URL(filePath: "/dev/urandom")).read(upToCount: 6_000_000)
        let large = try #require(noise).base64EncodedString()
        let error = #expect(throws: StoreError.self) { try store.insert("Sample", ["name": .string(large)]) }
        guard case .refused(let refusal)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.state == "53100")
        #expect(try store.rows(store.plan("Sample")).map(\.key) == [first])
        #expect(space.grow())
        try store.insert("Sample", ["name": .string("b")])
        #expect(try store.rows(store.plan("Sample")).count == 2)
    }
}
#endif
