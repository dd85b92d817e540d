// SPDX-License-Identifier: Apache-2.0
// Attributes that merge, in the store in memory: changes meet the newest row, and the writer is told what it cannot know.

import PerdureStore
import Testing

@Suite("Merging in the store in memory") struct InMemoryMergingTests {
    private let schema: Schema
    private let engine: InMemoryEngine

    init() throws {
        schema = try Schema([
            EntityDefinition(
                "Tally",
                properties: [
                    PropertyDefinition(
                        "count",
                        .attribute(
                            AttributeDefinition(.integer64, merge: MergeRule(.counter, type: .integer64)))),
                    PropertyDefinition("name", .attribute(AttributeDefinition(.string))),
                ])
        ])
        engine = InMemoryEngine(schema: schema)
        var changes = ChangeSet()
        changes.insertions = [
            RowInsertion(key: schema.key(entity: 1, number: 1), values: [.integer(10), .null])
        ]
        _ = try engine.commit(changes)
    }

    private func key(_ number: Int64) -> ObjectKey { schema.key(entity: 1, number: number) }

    /// An addition by a writer who takes the stored number for 10.
    private func addition(_ amount: Int64, to number: Int64 = 1) -> RowUpdate {
        RowUpdate(
            Row(key: key(number), version: 1, values: [.integer(10 &+ amount), .null]), slots: [],
            expectedVersion: 1, deltas: [SlotDelta(slot: 0, delta: .integer(.add(amount)))],
            movesVersion: false)
    }

    private func commit(_ updates: RowUpdate...) throws -> CommitResult {
        var changes = ChangeSet()
        changes.updates = updates
        return try engine.commit(changes)
    }

    @Test("MRG-91 additions of two writers who both read 10 add up, and each is told the newest row")
    func additions() throws {
        guard case .committed(let first) = try commit(addition(2)),
            case .committed(let second) = try commit(addition(5))
        else { return #expect(Bool(false), "an addition was refused") }
        #expect(first.map { $0[0] } == [.integer(12)])
        #expect(second.map { $0[0] } == [.integer(17)])
        #expect(try engine.rows(for: [key(1)]).map { $0[0] } == [.integer(17)])
    }

    @Test("MRG-94 an addition alone moves no version, and is no conflict for a later write")
    func versions() throws {
        _ = try commit(addition(2))
        #expect(try engine.rows(for: [key(1)]).map(\.version) == [1])
        let name = RowUpdate(
            key: key(1), expectedVersion: 1, changes: [SlotChange(slot: 1, value: .string("a"))])
        guard case .committed = try commit(name) else { return #expect(Bool(false), "the write was refused") }
        let row = try #require(try engine.rows(for: [key(1)]).first)
        #expect(row.version == 2 && row[0] == .integer(12) && row[1] == .string("a"))
    }

    @Test("an addition to a row that is gone is a conflict, and nothing else of the change set is written")
    func gone() throws {
        guard case .conflicts(let conflicts) = try commit(addition(1), addition(1, to: 9)) else {
            return #expect(Bool(false), "the addition was written")
        }
        #expect(conflicts.count == 1)
        #expect(try engine.rows(for: [key(1)]).map { $0[0] } == [.integer(10)])
    }

    @Test("MRG-25 an addition that leaves the range is an error, and nothing is written")
    func overflow() throws {
        #expect(throws: StoreError.self) { _ = try commit(addition(.max)) }
        #expect(try engine.rows(for: [key(1)]).map { $0[0] } == [.integer(10)])
    }
}
