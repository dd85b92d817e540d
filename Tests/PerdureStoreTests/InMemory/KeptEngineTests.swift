// SPDX-License-Identifier: Apache-2.0
// An engine that keeps what commits of the in-memory engine name, and gives it back to the next one, keeps the contract: with
// each check its stores are opened again.

import Foundation
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("Rows kept beside the in-memory engine") struct KeptEngineTests {
    @Test("an engine around the in-memory engine keeps the contract", arguments: StoreEngineSuite.checks)
    func conforms(_ check: StoreEngineSuite.Check) throws {
        try StoreEngineSuite {
            try KeptEngine(KeptStore(), schema: $0)
        } reopen: { engine in
            try KeptEngine(#require(engine as? KeptEngine).kept, schema: engine.schema)
        }.run(check)
    }

    private let schema: Schema
    private let engine: InMemoryEngine
    private let note: EntityLayout

    init() throws {
        schema = try Schema([
            EntityDefinition(
                "Note", properties: [PropertyDefinition("title", .attribute(AttributeDefinition(.string)))],
                uniquenessConstraints: [["title"]])
        ])
        engine = InMemoryEngine(schema: schema)
        note = try #require(schema.entity(named: "Note"))
    }

    private func insertion(_ number: Int64, _ title: String) -> RowInsertion {
        RowInsertion(
            key: schema.key(entity: note.number, number: number), version: 3, values: [.string(title)])
    }

    private func prepared(_ changes: ChangeSet) throws -> InMemoryCommit {
        guard case .prepared(let commit as InMemoryCommit) = try engine.prepare(changes) else {
            throw StoreError.closed
        }
        return commit
    }

    @Test("restored rows keep their versions, and later keys are new")
    func restored() throws {
        var contents = ChangeSet()
        contents.insertions = [insertion(7, "a")]
        try engine.restore(contents, lastKeys: [note.root: 12])
        #expect(try engine.rows(for: [insertion(7, "").key]).map(\.version) == [3])
        #expect(try engine.reserveKey(entity: note.number) == 13)
    }

    @Test("contents that no store can hold are refused, and nothing is taken over")
    func refused() throws {
        var contents = ChangeSet()
        contents.insertions = [insertion(1, "a"), insertion(2, "a")]
        #expect(throws: StoreError.self) { try engine.restore(contents) }
        contents.insertions = [insertion(1, "a"), insertion(1, "b")]
        #expect(throws: StoreError.self) { try engine.restore(contents) }
        #expect(try engine.rows(for: [insertion(1, "").key]).isEmpty)
    }

    @Test("an outcome shows the store after the commit, while readers see it before")
    func outcome() throws {
        var changes = ChangeSet()
        changes.insertions = [insertion(1, "a"), insertion(2, "b")]
        _ = try engine.commit(changes)
        changes = ChangeSet()
        changes.updates = [
            RowUpdate(
                key: insertion(1, "").key, expectedVersion: 3,
                changes: [SlotChange(slot: 0, value: .string("c"))])
        ]
        changes.deletions = [RowDeletion(key: insertion(2, "").key, expectedVersion: nil)]
        let commit = try prepared(changes)
        let outcome = try commit.outcome()
        #expect(outcome.written.map(\.number) == [1])
        #expect(outcome.deleted.map(\.number) == [2])
        #expect(try outcome.store.rows(for: outcome.written).map { $0[0] } == [.string("c")])
        #expect(try engine.rows(for: outcome.written).map { $0[0] } == [.string("a")])
        // Keys that are reserved meanwhile stay reserved.
        let key = try engine.reserveKey(entity: note.number)
        _ = try commit.commit()
        #expect(try engine.reserveKey(entity: note.number) == key + 1)
        #expect(try engine.rows(for: outcome.written).map { $0[0] } == [.string("c")])
        #expect(throws: StoreError.self) { try commit.outcome() }
    }
}
