// SPDX-License-Identifier: Apache-2.0
// What the in-memory engine does beyond the contract of every engine.

import PerdurePropertyList
import PerdureStore
import Testing

@Suite("In-memory engine") struct InMemoryEngineTests {
    private func schema() throws -> Schema {
        try Schema([EntityDefinition("Tag"), EntityDefinition("Person")])
    }

    @Test("STO-44 a new store has a UUID of its own")
    func uuidsDiffer() throws {
        let schema = try schema()
        let first = InMemoryEngine(schema: schema).metadata["NSStoreUUID"]
        #expect(first != nil)
        #expect(first != InMemoryEngine(schema: schema).metadata["NSStoreUUID"])
    }

    @Test("given metadata win over the system's")
    func keepsGivenMetadata() throws {
        let engine = InMemoryEngine(schema: try schema(), metadata: ["NSStoreUUID": .string("mine")])
        #expect(engine.metadata["NSStoreUUID"] == .string("mine"))
        #expect(engine.metadata["NSStoreType"] == .string("InMemory"))
    }

    @Test("STO-20 an entity that the configuration lacks is refused")
    func refusesForeignEntities() throws {
        let schema = try schema()
        let tag = try #require(schema.entity(named: "Tag")).number
        let person = try #require(schema.entity(named: "Person")).number
        let engine = InMemoryEngine(schema: schema, entities: [tag])
        var changes = ChangeSet()
        changes.insertions = [RowInsertion(key: schema.key(entity: person, number: 1), values: [])]
        #expect(throws: StoreError.self) { try engine.commit(changes) }
        changes.insertions = [RowInsertion(key: schema.key(entity: tag, number: 1), values: [])]
        guard case .committed = try engine.commit(changes) else {
            Issue.record("not written")
            return
        }
    }

    @Test("STO-51 CTX-153 a store in memory has no snapshots")
    func noSnapshots() throws {
        let engine = InMemoryEngine(schema: try schema())
        #expect(!engine.keepsReadViews)
        #expect(try engine.readView() == nil)
    }

    @Test("a taken key is refused and nothing is written")
    func refusesTakenKeys() throws {
        let schema = try schema()
        let tag = try #require(schema.entity(named: "Tag")).number
        let engine = InMemoryEngine(schema: schema)
        var changes = ChangeSet()
        changes.insertions = [RowInsertion(key: schema.key(entity: tag, number: 1), values: [])]
        _ = try engine.commit(changes)
        changes.insertions.insert(
            RowInsertion(key: schema.key(entity: tag, number: 2), values: []), at: 0)
        #expect(throws: StoreError.self) { try engine.commit(changes) }
        guard case .count(let count) = try engine.fetch(countPlan(tag)) else { return }
        #expect(count == 1)
        #expect(try engine.reserveKey(entity: tag) == 2, "written keys count as given out")
    }

    private func countPlan(_ entity: Int32) -> FetchPlan {
        var plan = FetchPlan(entity: entity)
        plan.shape = .count
        return plan
    }
}
