// SPDX-License-Identifier: Apache-2.0
// What a preparation tries again, and what it reports: entity, property and key.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: failures of saves", .enabled(if: TestStores.isThere, TestStores.advice))
struct WriteFailureTests {
    let stores = TestStores()

    /// A store, its namespace, and a connection of somebody else.
    private func opened() throws -> (store: EngineUnderTest, namespace: String, other: ServerConnection) {
        let namespace = stores.namespace()
        let store = EngineUnderTest(
            try stores.open(Schema(ConformanceModel.library), in: namespace) {
                $0.client.applicationName = namespace
            })
        return (store, namespace, try ConnectionMaker(TestStores.client()).connect(until: soon))
    }

    /// Waits until a connection of the store waits for a lock.
    private func awaitWaiting(_ name: String) throws {
        let watcher = try ConnectionMaker(TestStores.client()).connect(until: soon)
        defer { watcher.close() }
        let request = ServerRequest(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name LIKE $1",
            [.text("\(name)%")])
        let end = soon
        while try watcher.run(request, until: end).value(0, 0) == .int8(0) {}
    }

    private var soon: Deadline { Deadline(after: 20) }

    private func run(_ connection: ServerConnection, _ text: String) throws {
        try connection.run(ServerRequest(text, isPrepared: false), until: soon)
    }

    @Test("PG-71 a reference to an object that is gone is refused before COMMIT, by relationship and key")
    func missingDestination() throws {
        let (store, _, _) = try opened()
        let gone = try store.insert("Department")
        var deletion = ChangeSet()
        deletion.deletions = [RowDeletion(key: gone, expectedVersion: 1)]
        try store.commit(deletion)
        var changes = ChangeSet()
        changes.insertions = [try store.insertion("Employee", ["department": .reference(gone)])]
        do {
            _ = try store.engine.prepare(changes)
            Issue.record("the reference was taken")
        } catch StoreError.missingDestination(let entity, let property, let key) {
            #expect(entity == "Employee" && property == "department" && key == gone)
        }
        try store.insert("Employee")
    }

    @Test("PG-63 other definitions of the same model let a save go on, those of another model refuse it")
    func definitions() throws {
        let (store, namespace, other) = try opened()
        try run(other, "UPDATE \(namespace).perdure_store SET generation = generation + 1")
        try store.insert("Tag")
        var metadata = store.engine.metadata
        metadata["NSStoreModelVersionHashes"] = .dictionary(["Tag": .data(Data([1]))])
        let namespaceName = ServerName.quoted(namespace)
        try other.run(
            ServerRequest(
                "UPDATE \(namespaceName).perdure_store SET generation = generation + 1, metadata = $1",
                [.bytea(try StoredMetadata.encoded(metadata, ""))]), until: soon)
        do {
            try store.insert("Tag")
            Issue.record("written with another model")
        } catch StoreError.migrated {}
        do {
            let deletion = BatchDeletion(try store.plan("Tag"), rules: [:])
            _ = try store.engine.prepare(.deletion(deletion), by: CommitAuthor())
            Issue.record("deleted with another model")
        } catch StoreError.migrated {}
        #expect(try store.count(store.plan("Tag")) == 1)
    }

    @Test(
        "PG-63 batches and insertions in pages go on with other definitions of the same model, and no further"
    )
    func definitionsOfBatches() throws {
        let (store, namespace, other) = try opened()
        let raise = "UPDATE \(namespace).perdure_store SET generation = generation + 1"
        let update = BatchUpdate(
            try store.plan("Tag"),
            [BatchAssignment(slot: try store.slot("Tag", "name"), .constant(.string("b")))])
        func run(_ batch: Batch) throws {
            _ = try store.engine.prepare(batch, by: CommitAuthor()).commit.commit()
        }
        let key = try store.insert("Tag", ["name": .string("a")])
        try self.run(other, raise)
        try run(.update(update))
        #expect(try store.value(key, "name") == .string("b"))
        try self.run(other, raise)
        let insertion = try store.engine.beginInsertion(by: CommitAuthor())
        var page = ChangeSet()
        page.insertions = [try store.insertion("Tag", ["name": .string("c")])]
        guard case .committed = try insertion.write(page) else {
            Issue.record("the page was refused")
            return
        }
        try self.run(other, raise)
        page.insertions = [try store.insertion("Tag", ["name": .string("d")])]
        #expect {
            _ = try insertion.write(page)
        } throws: {
            if case StoreError.busy(_, let operation, _) = $0 {
                operation.contains("definitions")
            } else {
                false
            }
        }
        #expect(try store.count(store.plan("Tag")) == 1)
    }

    @Test("PG-86 a save that was the victim of a deadlock is tried again")
    func deadlock() throws {
        let (store, namespace, other) = try opened()
        let keys = [try store.insert("Sample"), try store.insert("Sample")]
        // Only the save looks for deadlocks, so it is the victim.
        try run(other, "SET deadlock_timeout = '60s'")
        try run(other, "BEGIN")
        try run(other, "UPDATE \(namespace).sample SET x = 1 WHERE id = \(keys[1].number)")
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            do {
                // The save has the first row then, and waits for the second one.
                try self.awaitWaiting(namespace)
                try run(other, "UPDATE \(namespace).sample SET x = 1 WHERE id = \(keys[0].number)")
                try run(other, "COMMIT")
            } catch { Issue.record("\(error)") }
            end.signal()
        }
        var changes = ChangeSet()
        changes.updates = try keys.map { try store.update($0, ["y": .integer(2)], expecting: nil) }
        try store.commit(changes)
        #expect(end.wait(timeout: .now() + 20) == .success)
        for key in keys { #expect(try store.value(key, "y") == .integer(2)) }
        for key in keys { #expect(try store.value(key, "x") == .integer(1)) }
    }

    @Test("PG-86 a connection that was lost before COMMIT costs the save nothing")
    func lostConnection() throws {
        let (store, namespace, other) = try opened()
        let key = try store.insert("Sample")
        for number in 1...5 {
            try other.run(
                ServerRequest(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE $1",
                    [.text(namespace + "%")]), until: soon)
            var changes = ChangeSet()
            changes.updates = [
                try store.update(key, ["x": .integer(Int64(number))], expecting: Int64(number))
            ]
            try store.commit(changes)
        }
        #expect(try store.row(key)?.version == 6)
    }

    @Test("PG-150 a value that a column refuses is named by entity, property and row")
    func refusedValue() throws {
        let (store, namespace, other) = try opened()
        try run(other, "ALTER TABLE \(namespace).sample ADD CONSTRAINT sample_x_check CHECK (x < 100)")
        let key = try store.insert("Sample", ["x": .integer(5)])
        var changes = ChangeSet()
        changes.updates = [try store.update(key, ["x": .integer(500)], expecting: 1)]
        do {
            _ = try store.engine.prepare(changes)
            Issue.record("the value was taken")
        } catch StoreError.refused(let refusal) {
            #expect(refusal.entity == "Sample" && refusal.property == "x" && refusal.state == "23514")
            #expect(refusal.message.contains("row \(key.number)"), "\(refusal.message)")
        }
        #expect(try store.value(key, "x") == .integer(5))
    }

    @Test("PG-147 settings are there in every transaction, and end with it")
    func settings() throws {
        let namespace = stores.namespace()
        let store = EngineUnderTest(
            try stores.open(Schema(ConformanceModel.library), in: namespace) {
                $0.settings = ["perdure.tenant": "seven"]
            })
        let other = try ConnectionMaker(TestStores.client()).connect(until: soon)
        try run(
            other,
            "ALTER TABLE \(namespace).tag ADD CONSTRAINT tenant CHECK (current_setting('perdure.tenant') = 'seven')"
        )
        let key = try store.insert("Tag", ["name": .string("a")])
        #expect(try store.value(key, "name") == .string("a"))
        #expect(throws: PostgreSQLError.self) {
            try run(other, "INSERT INTO \(namespace).tag (entity) VALUES (1)")
        }
    }
}
#endif
