// SPDX-License-Identifier: Apache-2.0
// What the contract offers beyond a plain store, used from outside of the package: batches, history, snapshots, limits. Whatever
// of it loses its access level does not compile here.

import Foundation
import PerdurePredicates
import PerdurePropertyList
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("The contract from outside of the package") struct OutsideEngineTests {
    private let store: EngineUnderTest
    private let engine: OutsideEngine

    init() throws {
        var rule = MergeRule(.counter, type: .integer64)
        rule.minimum = .integer(0)
        let schema = try Schema([
            EntityDefinition(
                "Note",
                properties: [
                    PropertyDefinition("title", .attribute(AttributeDefinition(.string))),
                    PropertyDefinition("likes", .attribute(AttributeDefinition(.integer64, merge: rule))),
                ])
        ])
        engine = OutsideEngine(schema)
        store = EngineUnderTest(engine)
    }

    @Test("an engine with batches and a history keeps the contract", arguments: StoreEngineSuite.checks)
    func conforms(_ check: StoreEngineSuite.Check) throws {
        try StoreEngineSuite { OutsideEngine($0) }.run(check)
    }

    @Test("a batch becomes a change set, and the history tells of it")
    func batches() throws {
        for title in ["a", "b"] { try store.insert("Note", ["title": .string(title)]) }
        var plan = try store.plan("Note")
        plan.predicate = .comparison(ComparisonNode(.key("title"), .equal, .constant(.string("b"))))
        let slot = try store.slot("Note", "title")
        let update = BatchUpdate(plan, [BatchAssignment(slot: slot, .constant(.string("c")))])
        let batch = try engine.prepare(.update(update), by: CommitAuthor(author: "me"))
        _ = try batch.commit.commit()
        #expect(batch.outcome.updated.map(\.number) == [2])
        #expect(try store.names("Note", by: "title") == ["a", "c"])
        let history = try #require(engine.history)
        let last = try #require(history.transactions(after: .number(2), withChanges: true).transactions.last)
        #expect(last.author.author == "me")
        #expect(last.changes.map(\.kind) == [.update])
        #expect(last.changes.first?.slots == [slot])
        #expect(try history.range() == HistoryRange(oldest: 1, newest: 3))
    }

    @Test("an expression and a rule are no batch for it")
    func unsupported() throws {
        let plan = try store.plan("Note")
        let update = BatchUpdate(plan, [BatchAssignment(slot: 0, .expression(.key("title")))])
        for batch in [Batch.update(update), .deletion(BatchDeletion(plan, rules: [1: [0: .cascade]]))] {
            #expect(throws: StoreError.self) { try engine.prepare(batch, by: CommitAuthor()) }
        }
        #expect(throws: StoreError.self) { try engine.beginInsertion(by: CommitAuthor()) }
    }

    @Test("bytes that are no change are an error")
    func changes() {
        #expect(throws: StoreError.self) { try SlotDelta(slot: 0, encoded: Data([255])) }
    }

    @Test("values have an order outside of a store")
    func order() throws {
        let keys = try ["b", "a"].map { try store.insert("Note", ["title": .string($0)]) }
        let slot = try store.slot("Note", "title")
        let rows = try engine.rows(for: keys)
        let sorted = [SortTerm(["title"], isAscending: true)].sorted(rows) { [$0[slot]] }
        #expect(sorted.map(\.key) == keys.reversed())
        #expect(StoredValue.integer(1).order(relativeTo: .integer(2), .literal) == .orderedAscending)
    }
}

extension EngineUnderTest {
    fileprivate func names(_ entity: String, by name: String) throws -> [String] {
        let slot = try slot(entity, name)
        return try rows(plan(entity)).compactMap {
            if case .string(let text) = $0[slot] { text } else { nil }
        }
    }
}

/// An engine that leans on the in-memory one, with batches of constants and a history.
private final class OutsideEngine: StoreEngine {
    private let memory: InMemoryEngine
    private let records = Records()

    init(_ schema: Schema) { memory = InMemoryEngine(schema: schema) }

    var schema: Schema { memory.schema }
    var metadata: [String: PropertyListValue] { memory.metadata }
    var limits: StoreLimits {
        var limits = StoreLimits()
        limits.longestConstrainedText = 1000
        return limits
    }
    var history: (any StoreHistory)? { records }
    var runsBatches: Bool { true }

    func fetch(_ plan: FetchPlan) throws -> FetchOutcome {
        try plan.cancellation?.check()
        return try memory.fetch(plan)
    }
    func rows(for keys: [ObjectKey]) throws -> [Row] { try memory.rows(for: keys) }
    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try memory.members(of: slot, for: owner)
    }
    func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        try memory.reserveKeys(count, entity: entity)
    }
    func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try memory.setMetadata(metadata, immediately: immediately)
    }
    func close() throws { try memory.close() }

    func prepare(_ changes: ChangeSet) throws -> Preparation {
        switch try memory.prepare(changes) {
        case .prepared(let commit): .prepared(RecordedCommit(commit, changes, records))
        case .conflicts(let conflicts): .conflicts(conflicts)
        }
    }

    func prepare(_ batch: Batch, by author: CommitAuthor) throws -> PreparedBatch {
        guard case .update(let update) = batch else {
            throw StoreError.unsupported(UnsupportedRequest("the store deletes no rows at once"))
        }
        let new = try update.assignments.map { assignment in
            guard case .constant(let value) = assignment.value, assignment.leaf == nil else {
                throw StoreError.unsupported(UnsupportedRequest("the store assigns constants only"))
            }
            return SlotChange(slot: assignment.slot, value: value)
        }
        var outcome = BatchOutcome()
        if case .keys(let keys) = try fetch(update.rows) { outcome.updated = keys }
        outcome.slots = new.map(\.slot)
        var changes = ChangeSet()
        changes.updates = outcome.updated.map { RowUpdate(key: $0, expectedVersion: nil, changes: new) }
        changes.history = HistoryNotes(author)
        switch try prepare(changes) {
        case .prepared(let commit): return PreparedBatch(outcome, commit)
        case .conflicts: throw StoreError.violatedConstraint(entity: "", attributes: [])
        }
    }
}

/// Notes each commit in the history.
private final class RecordedCommit: PreparedCommit {
    private let commitOfRows: any PreparedCommit
    private let changes: ChangeSet
    private let records: Records
    private var hasEnded = false

    init(_ commit: any PreparedCommit, _ changes: ChangeSet, _ records: Records) {
        (commitOfRows, self.changes, self.records) = (commit, changes, records)
    }

    func commit() throws -> [Row] {
        let rows = try commitOfRows.commit()
        if !hasEnded { records.add(changes) }
        hasEnded = true
        return rows
    }

    func rollback() {
        hasEnded = true
        commitOfRows.rollback()
    }
}

/// A history in memory.
private final class Records: StoreHistory, @unchecked Sendable {
    // Sendable because the list is only touched under the lock.
    private let lock = NSLock()
    private var list: [HistoryTransaction] = []

    var isLocked: Bool { false }

    func add(_ changes: ChangeSet) {
        lock.withLock {
            var new = HistoryTransaction(
                number: Int64(list.count + 1), timestamp: Date().timeIntervalSinceReferenceDate,
                author: changes.author, bundleID: nil, processID: nil)
            for insertion in changes.insertions { add(insertion.key, .insert, to: &new) }
            for update in changes.updates { add(update.key, .update, update.slots, to: &new) }
            for deletion in changes.deletions { add(deletion.key, .delete, to: &new) }
            list.append(new)
        }
    }

    private func add(
        _ key: ObjectKey, _ kind: HistoryChange.Kind, _ slots: [Int] = [],
        to transaction: inout HistoryTransaction
    ) {
        var change = HistoryChange(number: Int64(transaction.changes.count + 1), key: key, kind: kind)
        change.slots = slots
        transaction.changes.append(change)
    }

    func range() throws -> HistoryRange {
        lock.withLock { HistoryRange(oldest: list.first?.number, newest: list.last?.number ?? 0) }
    }

    func transactions(after point: HistoryPoint, withChanges: Bool) throws -> (
        range: HistoryRange, transactions: [HistoryTransaction]
    ) {
        let found = lock.withLock {
            list.filter { transaction in
                switch point {
                case .beginning: true
                case .number(let number): transaction.number > number
                case .time(let time): transaction.timestamp > time
                }
            }
        }
        return (try range(), found)
    }

    func delete(before point: HistoryPoint) throws -> Int { 0 }
}
