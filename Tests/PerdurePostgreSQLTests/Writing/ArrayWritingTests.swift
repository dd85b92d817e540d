// SPDX-License-Identifier: Apache-2.0
// Saves by arrays: round trips, conflicts of a whole change set at once, what a save refuses and why.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL: writing by arrays", .enabled(if: TestStores.isThere, TestStores.advice))
struct ArrayWritingTests {
    let stores = TestStores()

    private func library(_ change: (inout PostgreSQLOptions) -> Void = { _ in }) throws -> EngineUnderTest {
        EngineUnderTest(try stores.open(Schema(ConformanceModel.library), change))
    }

    private func insertions(_ count: Int, _ store: EngineUnderTest) throws -> [RowInsertion] {
        let layout = try store.layout("Sample")
        let name = try store.slot("Sample", "name")
        return try store.engine.reserveKeys(count, entity: layout.number).all.map { number in
            var values = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
            values[name] = .string("row \(number)")
            return RowInsertion(key: store.schema.key(entity: layout.number, number: number), values: values)
        }
    }

    @Test("PG-70 a save is two round trips, however many rows and tables it writes")
    func twoRoundTrips() throws {
        let store = try library()
        let (tag, person) = (try store.insert("Tag"), try store.insert("Employee"))
        var changes = ChangeSet()
        changes.insertions = try insertions(2_500, store)
        changes.updates = [try store.update(tag, ["name": .string("new")], expecting: 1)]
        changes.deletions = [RowDeletion(key: try store.insert("Part"), expectedVersion: 1)]
        changes.links = [try store.link(person, "tags", tag)]
        let figures = try ServerTraffic.during { try store.commit(changes) }
        #expect(figures.roundTrips == 2)
        // BEGIN, the mark, three inserts, an update, a deletion, a link, the constraints, the generation, COMMIT, the activity.
        #expect(figures.statements <= 3 + 6 + 4)
        #expect(try store.count(store.plan("Sample")) == 2_500)
    }

    @Test("PG-72 a thousand rows of one shape are one statement", arguments: [1, 1_000, 1_001])
    func statements(_ count: Int) throws {
        let store = try library()
        try store.insert("Sample")
        var changes = ChangeSet()
        changes.insertions = try insertions(count, store)
        let inserting = try ServerTraffic.during { try store.commit(changes) }
        #expect(inserting.statements == 6 + (count + 999) / 1_000)
        var update = ChangeSet()
        update.updates = try changes.insertions.map {
            try store.update($0.key, ["x": .integer(7)], expecting: 1)
        }
        let updating = try ServerTraffic.during { try store.commit(update) }
        #expect(updating.statements == 6 + (count + 999) / 1_000)
        let x = try store.slot("Sample", "x")
        #expect(
            try store.rows(store.plan("Sample")).filter { $0[x] == .integer(7) && $0.version == 2 }.count
                == count)
    }

    @Test("PG-72 values of more than a megabyte are several statements")
    func largeValues() throws {
        let store = try library()
        let data = StoredValue.data(Data(repeating: 7, count: 700_000))
        var changes = ChangeSet()
        changes.insertions = try (0..<3).map { _ in try store.insertion("Everything", ["binary": data]) }
        let figures = try ServerTraffic.during { try store.commit(changes) }
        #expect(figures.statements >= 6 + 3)
        #expect(try store.value(changes.insertions[2].key, "binary") == data)
    }

    @Test("PG-76 all version conflicts of a change set are reported at once, and nothing is written")
    func versionConflicts() throws {
        let store = try library()
        let (first, second, third) = (
            try store.insert("Tag"), try store.insert("Tag"), try store.insert("Part")
        )
        var other = ChangeSet()
        other.updates = [try store.update(first, ["name": .string("other")], expecting: 1)]
        other.deletions = [RowDeletion(key: third, expectedVersion: 1)]
        try store.commit(other)
        var changes = ChangeSet()
        changes.updates = [
            try store.update(first, ["name": .string("mine")], expecting: 1),
            try store.update(second, ["name": .string("mine")], expecting: 1),
        ]
        changes.checks = [VersionCheck(key: third, expectedVersion: 1)]
        let found = try store.conflicts(changes).map { conflict -> ObjectKey? in
            if case .version(let key, _) = conflict { key } else { nil }
        }
        #expect(Set(found) == [first, third])
        #expect(try store.value(second, "name") == .null)
    }

    @Test("PG-77 a check keeps its row as it is until the commit")
    func checks() throws {
        let store = try library()
        let (checked, written) = (try store.insert("Tag"), try store.insert("Tag"))
        var changes = ChangeSet()
        changes.checks = [VersionCheck(key: checked, expectedVersion: 1)]
        changes.updates = [try store.update(written, ["name": .string("a")], expecting: 1)]
        guard case .prepared(let commit) = try store.engine.prepare(changes) else {
            Issue.record("not prepared")
            return
        }
        let other = Thread.detached { [store] in
            var change = ChangeSet()
            change.updates = [try store.update(checked, ["name": .string("b")], expecting: 1)]
            try store.commit(change)
        }
        #expect(!other.hasEnded(within: 0.3))
        _ = try commit.commit()
        #expect(other.hasEnded(within: 20))
        #expect(try store.value(checked, "name") == .string("b"))
    }

    @Test("PG-78 all constraint conflicts of a change set are reported at once")
    func constraintConflicts() throws {
        let store = try library()
        let first = try store.insert("Account", ["email": .string("a")])
        let second = try store.insert("Account", ["name": .string("n"), "domain": .string("d")])
        let third = try store.insert("Account", ["name": .string("m"), "domain": .string("d")])
        var changes = ChangeSet()
        changes.insertions = try [
            store.insertion("Account", ["email": .string("a")]),
            store.insertion("Account", ["email": .string("z")]),
            store.insertion("Account", ["email": .string("z")]),
        ]
        // The update does not write the other column of its constraint.
        changes.updates = [try store.update(third, ["name": .string("n")], expecting: 1)]
        var found: [ObjectKey: ObjectKey?] = [:]
        for case .constraint(_, _, let key, let existing) in try store.conflicts(changes) {
            found.updateValue(existing?.key, forKey: key)
        }
        let keys = changes.insertions.map(\.key)
        #expect(found == [keys[0]: first, keys[2]: nil, third: second])
        #expect(try store.count(store.plan("Account")) == 3)
    }

    @Test("PG-79 two rows that exchange unique values in one save are refused")
    func exchange() throws {
        let store = try library()
        let first = try store.insert("Account", ["email": .string("a")])
        let second = try store.insert("Account", ["email": .string("b")])
        var changes = ChangeSet()
        changes.updates = [
            try store.update(first, ["email": .string("b")], expecting: 1),
            try store.update(second, ["email": .string("a")], expecting: 1),
        ]
        #expect(try !store.conflicts(changes).isEmpty)
        #expect(try store.value(first, "email") == .string("a"))
    }

    @Test("PG-80 orders of many owners cost one more round trip")
    func orders() throws {
        let store = try library()
        let people = try (0..<3).map { _ in try store.insert("Employee") }
        let tags = try (0..<4).map { _ in try store.insert("Tag") }
        var changes = ChangeSet()
        changes.links = try tags.flatMap { tag in try people.map { try store.link($0, "tags", tag) } }
        changes.orders = try tags.map { try store.order($0, "people", people.reversed()) }
        let figures = try ServerTraffic.during { try store.commit(changes) }
        #expect(figures.roundTrips == 3)
        for tag in tags { #expect(try store.members("people", of: tag) == people.reversed()) }
    }

    @Test("PG-85 names and values of any form go through as parameters and quoted names")
    func hostileNames() throws {
        let name = "a\"; DROP TABLE x; --"
        let definition = EntityDefinition(
            "Robert'\"); DROP",
            properties: [PropertyDefinition(name, .attribute(AttributeDefinition(.string)))])
        let store = EngineUnderTest(try stores.open(Schema([definition])))
        let key = try store.insert("Robert'\"); DROP", [name: .string("'; DROP TABLE \"x\"; --")])
        #expect(try store.value(key, name) == .string("'; DROP TABLE \"x\"; --"))
        var changes = ChangeSet()
        changes.updates = [try store.update(key, [name: .string("\\'\"$1")], expecting: 1)]
        try store.commit(changes)
        #expect(try store.value(key, name) == .string("\\'\"$1"))
    }
}

/// A thread that may be waiting.
private final class DetachedThread: @unchecked Sendable {
    // Sendable because the semaphore is.
    private let end = DispatchSemaphore(value: 0)

    func ended() { end.signal() }

    func hasEnded(within seconds: TimeInterval) -> Bool { end.wait(timeout: .now() + seconds) == .success }
}

extension Thread {
    /// Runs a body on a new thread; an error fails the test.
    fileprivate static func detached(_ body: @escaping @Sendable () throws -> Void) -> DetachedThread {
        let thread = DetachedThread()
        detachNewThread {
            do { try body() } catch { Issue.record("\(error)") }
            thread.ended()
        }
        return thread
    }
}
#endif
