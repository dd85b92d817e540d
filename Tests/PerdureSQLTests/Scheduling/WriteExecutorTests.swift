// SPDX-License-Identifier: Apache-2.0
// What every executor is asked, shown by one that sends steps and hears the answers at the end.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Executors of a schedule")
struct WriteExecutorTests {
    /// Notes what it is asked; refuses rows by their numbers, and says so when it is asked for the answers.
    private struct Sender: WriteExecutor {
        let schema: Schema
        var stored: [Row] = []
        var refusing: Set<Int64> = []
        var log: [String] = []
        private var waiting: [PendingConflict] = []

        init(_ schema: Schema) { self.schema = schema }

        mutating func newestRows(_ keys: [ObjectKey]) -> [Row] {
            log.append("read" + keys.map { " \($0.number)" }.joined())
            return stored.filter { keys.contains($0.key) }
        }

        mutating func run(_ step: WriteStep) {
            log.append(step.text(schema))
            guard case .insert(let rows, _) = step else { return }
            for row in rows where refusing.contains(row.key.number) { waiting.append(.version(row.key)) }
        }

        mutating func refusals() -> [PendingConflict] {
            log.append("answers")
            return waiting
        }
    }

    private let mapping: StoreMapping

    init() throws {
        let tally = EntityDefinition(
            "Tally",
            properties: [
                PropertyDefinition(
                    "count",
                    .attribute(AttributeDefinition(.integer64, merge: MergeRule(.counter, type: .integer64)))),
                toMany("others", "Tally"),
            ])
        mapping = try StoreMapping(schema: Schema([tally]))
    }

    private func key(_ number: Int64) -> ObjectKey { mapping.schema.key(entity: 1, number: number) }

    private func counted(_ number: Int64, by amount: Int64, stored: Int64) -> RowUpdate {
        RowUpdate(
            Row(key: key(number), version: 1, values: [.integer(stored + amount), .null]), slots: [],
            expectedVersion: 1, deltas: [SlotDelta(slot: 0, delta: .integer(.add(amount)))],
            movesVersion: false)
    }

    private var insertion: RowInsertion { RowInsertion(key: key(7), values: [.integer(0), .null]) }
    private var link: LinkChange { LinkChange(owner: key(1), slot: 1, member: key(7), isInsertion: true) }

    @Test("relationships are written when all rows have been answered")
    func order() throws {
        var sender = Sender(mapping.schema)
        var changes = ChangeSet()
        changes.links = [link]
        changes.insertions = [insertion]
        let result = try sender.write(changes, mapping)
        #expect(result.conflicts.isEmpty)
        #expect(sender.log == ["insert Tally 7", "answers", "link Tally.others 1-7"])
    }

    @Test("a refusal that is heard at the end keeps relationships from being written")
    func refusal() throws {
        var sender = Sender(mapping.schema)
        sender.refusing = [7]
        var changes = ChangeSet()
        changes.links = [link]
        changes.insertions = [insertion]
        guard case .refused(let conflicts) = try sender.write(changes, mapping),
            case .version(let key)? = conflicts.first
        else { return #expect(Bool(false), "the row was not refused") }
        #expect(conflicts.count == 1 && key.number == 7)
        #expect(sender.log == ["insert Tally 7", "answers"])
    }

    @Test("MRG-91 changes are applied to the newest rows, and the caller is told what they are now")
    func merging() throws {
        var sender = Sender(mapping.schema)
        sender.stored = [Row(key: key(1), version: 4, values: [.integer(40), .null])]
        var changes = ChangeSet()
        changes.updates = [counted(1, by: 2, stored: 10)]
        guard case .written(let aftermath) = try sender.write(changes, mapping) else {
            return #expect(Bool(false), "the change was refused")
        }
        #expect(aftermath.applied.rows.map { $0[0] } == [.integer(42)])
        #expect(aftermath.applied.rows.map(\.version) == [4])
        #expect(aftermath.applied.updates.map(\.key) == [key(1)] && aftermath.unpredictable.isEmpty)
        #expect(sender.log.first == "read 1")
        #expect(sender.log.dropFirst().first == "update Tally [count] 1")
    }

    @Test("a change of a row that is gone is a conflict; the other rows are looked at all the same")
    func gone() throws {
        var sender = Sender(mapping.schema)
        sender.stored = [Row(key: key(1), version: 1, values: [.integer(1), .null])]
        sender.refusing = [7]
        var changes = ChangeSet()
        changes.updates = [counted(1, by: 1, stored: 1), counted(2, by: 1, stored: 1)]
        changes.insertions = [insertion]
        let conflicts = try sender.write(changes, mapping).conflicts
        let numbers = conflicts.map { conflict in
            if case .version(let key) = conflict { key.number } else { Int64(-1) }
        }
        #expect(Set(numbers) == [2, 7] && numbers.count == 2)
    }
}
