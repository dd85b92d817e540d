// SPDX-License-Identifier: Apache-2.0
// Several engines write one store at once, and every derived value is right afterwards (DER-62, PG-141). Each engine has
// connections of its own, as a process has.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: derived attributes, several writers", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerDerivedConcurrencyTests {
    @Test("DER-62 PG-141 1,000 random changes by four engines at once leave right values")
    func randomChanges() async throws {
        let stores = TestStores()
        let namespace = stores.namespace()
        let schema = try Schema(OwnersModel.entities())
        let store = EngineUnderTest(try stores.open(schema, in: namespace))
        let owners = try (0..<4).map { try store.insert("Owner", ["name": .string("owner \($0)")]) }
        let tags = try (0..<3).map { try store.insert("Tag", ["name": .string("tag \($0)")]) }
        // Deadlocks are part of the test, and a server waits a second before it looks for them.
        _ = try? PlainWriter(namespace).run(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = 20', current_database()); END $$"
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<4 {
                let engine = try stores.open(schema, in: namespace)
                group.addTask {
                    var writer = RandomWriter(EngineUnderTest(engine), owners, tags, seed: UInt64(seed) + 1)
                    for _ in 0..<250 { try writer.change() }
                    try engine.close()
                }
            }
            try await group.waitForAll()
        }
        try OwnersAudit(store).check()
        let writer = try PlainWriter(namespace)
        #expect(try writer.value("SELECT count(*) FROM perdure_computed") == .int8(0))
    }
}

/// Makes random changes, of which some meet conflicts.
private struct RandomWriter {
    let store: EngineUnderTest
    let owners: [ObjectKey]
    let tags: [ObjectKey]
    private var members: [ObjectKey] = []
    private var state: UInt64

    init(_ store: EngineUnderTest, _ owners: [ObjectKey], _ tags: [ObjectKey], seed: UInt64) {
        self.store = store
        self.owners = owners
        self.tags = tags
        state = seed &* 0x9E37_79B9_7F4A_7C15
    }

    private mutating func random(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(count))
    }

    mutating func change() throws {
        var changes = ChangeSet()
        switch random(8) {
        case 0...2: try insert(&changes)
        case 3: try update(&changes, ["points": .integer(Int64(random(100)))])
        case 4: try update(&changes, ["owner": owner()])
        case 5: try rename(&changes)
        case 6: try link(&changes)
        default: delete(&changes)
        }
        try commit(changes)
    }

    private mutating func owner() -> StoredValue {
        let index = random(owners.count + 1)
        return index < owners.count ? .reference(owners[index]) : .null
    }

    private mutating func insert(_ changes: inout ChangeSet) throws {
        for _ in 0...random(3) {
            let values: [String: StoredValue] = ["points": .integer(Int64(random(100))), "owner": owner()]
            changes.insertions.append(try store.insertion("Member", values))
        }
        members += changes.insertions.map(\.key)
    }

    private mutating func update(_ changes: inout ChangeSet, _ values: [String: StoredValue]) throws {
        guard !members.isEmpty else { return }
        let key = members[random(members.count)]
        guard let row = try store.row(key) else { return }
        changes.updates = [try store.update(key, values, expecting: row.version)]
    }

    private mutating func rename(_ changes: inout ChangeSet) throws {
        let key = owners[random(owners.count)]
        let name = ["plain \(random(50))", "größe \(random(50))"][random(2)]
        guard let row = try store.row(key) else { return }
        changes.updates = [try store.update(key, ["name": .string(name)], expecting: row.version)]
    }

    private mutating func link(_ changes: inout ChangeSet) throws {
        guard !members.isEmpty else { return }
        let (member, tag) = (members[random(members.count)], tags[random(tags.count)])
        let isInsertion = random(3) > 0
        let listsMembers = store.schema[tag.entity].properties[try store.slot("Tag", "members")]
        let isOwner = listsMembers.relationship?.listsLinks == true
        changes.links = [
            isOwner
                ? try store.link(tag, "members", member, isInsertion: isInsertion)
                : try store.link(member, "tags", tag, isInsertion: isInsertion)
        ]
    }

    private mutating func delete(_ changes: inout ChangeSet) {
        guard !members.isEmpty else { return }
        let key = members.remove(at: random(members.count))
        changes.deletions = [RowDeletion(key: key, expectedVersion: nil)]
    }

    /// Commits; a deadlock is tried again, and a conflict changes nothing.
    private func commit(_ changes: ChangeSet) throws {
        for _ in 0..<50 {
            do {
                _ = try store.engine.commit(changes)
                return
            } catch StoreError.busy {
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
        Issue.record("50 tries were not enough")
    }
}
#endif
