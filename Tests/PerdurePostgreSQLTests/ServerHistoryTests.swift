// SPDX-License-Identifier: Apache-2.0
// The history of a store on a server (PG-123 to PG-125), below the requests of Core Data.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore
import PerdureStoreConformance
import Testing

@Suite("PostgreSQL store: history", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerHistoryTests {
    let stores = TestStores()
    let namespace: String

    init() { namespace = stores.namespace() }

    private func open(
        _ definitions: [EntityDefinition] = ConformanceModel.library, tracks: Bool = true,
        _ change: (inout PostgreSQLOptions) -> Void = { _ in }
    ) throws -> EngineUnderTest {
        EngineUnderTest(
            try stores.open(Schema(definitions), in: namespace) {
                $0.tracksHistory = tracks
                change(&$0)
            })
    }

    private func transactions(_ store: EngineUnderTest, after point: HistoryPoint = .beginning) throws
        -> [HistoryTransaction]
    {
        try #require(store.engine.history).transactions(after: point, withChanges: true).transactions
    }

    // MARK: PG-123

    @Test("PG-123 each commit adds a transaction with a change for each row")
    func changes() throws {
        let store = try open()
        var changes = ChangeSet()
        changes.insertions = [
            try store.insertion("Tag", ["name": .string("a")]), try store.insertion("Department"),
        ]
        changes.history = HistoryNotes(CommitAuthor(author: "auth\0or", contextName: "context"))
        try store.commit(changes)
        let key = changes.insertions[0].key
        var second = ChangeSet()
        second.updates = [try store.update(key, ["name": .string("b")], expecting: 1)]
        second.deletions = [RowDeletion(key: changes.insertions[1].key, expectedVersion: 1)]
        try store.commit(second)
        let found = try transactions(store)
        #expect(found.map(\.number) == [1, 2])
        #expect(
            found.map(\.author) == [CommitAuthor(author: "author", contextName: "context"), CommitAuthor()])
        #expect(found[0].processID == ProcessInfo.processInfo.processName)
        #expect(abs(found[0].timestamp - Date().timeIntervalSinceReferenceDate) < 60)
        #expect(found[0].changes.map(\.kind) == [.insert, .insert])
        #expect(found[0].changes.map(\.key) == changes.insertions.map(\.key))
        #expect(found[1].changes.map(\.kind) == [.update, .delete])
        #expect(found[1].changes[0].slots == [try store.slot("Tag", "name")])
        #expect(found[1].changes.map(\.key) == changes.insertions.map(\.key))
    }

    @Test("PG-123 a commit without rows, and one that is rolled back, add nothing")
    func nothing() throws {
        let store = try open()
        try store.engine.setMetadata(["key": .string("value")], immediately: true)
        var changes = ChangeSet()
        changes.insertions = [try store.insertion("Tag")]
        guard case .prepared(let prepared) = try store.engine.prepare(changes) else {
            Issue.record("there are no conflicts")
            return
        }
        prepared.rollback()
        #expect(try transactions(store).isEmpty)
        #expect(try store.engine.history?.range() == HistoryRange(oldest: nil, newest: 0))
        #expect(
            try TestStores.run("SELECT count(*) FROM \(namespace).perdure_changes").value(0, 0) == .int8(0))
    }

    @Test("PG-123 updated properties are named by numbers, to-many relationships and inherited ones too")
    func properties() throws {
        let store = try open()
        let manager = try store.insert("Manager")
        let slots = try ["name", "bonus", "desks", "tags", "reports"].map { try store.slot("Manager", $0) }
        var changes = ChangeSet()
        changes.updates = [
            try store.update(manager, ["name": .string("x"), "bonus": .double(1)], expecting: 1)
        ]
        changes.history = HistoryNotes(CommitAuthor())
        changes.history?.members = [manager: Array(slots[2...])]
        try store.commit(changes)
        let change = try #require(try transactions(store).last?.changes.first)
        #expect(change.key == manager)
        #expect(change.slots == slots.sorted())
        let columns = try TestStores.run(
            "SELECT array_agg(DISTINCT c.property ORDER BY c.property) FROM \(namespace).perdure_changes h "
                + "JOIN \(namespace).perdure_columns c ON c.number = ANY(h.columns)")
        #expect(
            try columns.value(0, 0)
                == .array(.text, ["bonus", "desks", "name", "reports", "tags"].map { .text($0) }))
    }

    // MARK: PG-124

    @Test("PG-124 numbers follow the order of commits without gaps, with several writers and engines")
    func order() throws {
        let (first, second) = (try open(), try open())
        let failed = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            let store = index.isMultiple(of: 2) ? first : second
            for _ in 0..<5 {
                do { try store.insert("Tag") } catch { failed.add() }
            }
            var lost = ChangeSet()
            if let row = try? store.insertion("Tag") { lost.insertions = [row] }
            if case .prepared(let prepared)? = try? store.engine.prepare(lost) { prepared.rollback() }
        }
        #expect(failed.count == 0)
        let found = try transactions(second)
        #expect(found.map(\.number) == Array(1...40))
        #expect(found.map(\.timestamp) == found.map(\.timestamp).sorted())
        #expect(try second.engine.history?.range() == HistoryRange(oldest: 1, newest: 40))
        #expect(try transactions(first, after: .number(38)).map(\.number) == [39, 40])
    }

    @Test("PG-124 many rows are written by few statements, and come back in their order")
    func manyRows() throws {
        let store = try open()
        var changes = ChangeSet()
        changes.insertions = try (0..<2_500).map { _ in try store.insertion("Tag") }
        try store.commit(changes)
        #expect(try transactions(store)[0].changes.map(\.key) == changes.insertions.map(\.key))
    }

    // MARK: PG-125

    @Test("PG-125 tombstones keep the values of preserved attributes exactly")
    func tombstones() throws {
        let store = try open([Self.kept])
        let uuid = UUID()
        let values: [String: StoredValue] = [
            "text": .string("a \"quoted\" text, \\ and é"), "number": .integer(.min), "real": .double(-0.1),
            "date": .date(700_000_000.123_456_7), "flag": .integer(1), "uuid": .uuid(uuid),
            "data": .data(Data([0, 1, 254, 255])),
            "decimal": .decimal(DecimalBox(Decimal(string: "0.10000000000000000001")!)),
            "other": .string("not kept"),
        ]
        let full = try store.insert("Kept", values)
        let empty = try store.insert("Kept")
        var changes = ChangeSet()
        changes.deletions = [full, empty, full].map { RowDeletion(key: $0, expectedVersion: nil) }
        changes.deletions.removeLast()
        try store.commit(changes)
        let found = try #require(try transactions(store).last?.changes)
        #expect(found.map(\.key) == [full, empty])
        for change in found[0].tombstone {
            let name = store.schema[full.entity].properties[change.slot].name
            #expect(change.value == values[name], "\(name)")
        }
        #expect(found[0].tombstone.count == 8)
        #expect(found[1].tombstone.allSatisfy { $0.value == .null })
    }

    private static var kept: EntityDefinition {
        let types: [(String, StoredAttributeType)] = [
            ("text", .string), ("number", .integer64), ("real", .double), ("date", .date), ("flag", .boolean),
            ("uuid", .uuid), ("data", .binary), ("decimal", .decimal),
        ]
        let preserved = types.map { name, type -> PropertyDefinition in
            var attribute = AttributeDefinition(type)
            attribute.isPreserved = true
            return PropertyDefinition(name, .attribute(attribute))
        }
        return EntityDefinition(
            "Kept",
            properties: preserved + [PropertyDefinition("other", .attribute(AttributeDefinition(.string)))])
    }

    @Test(
        "PG-125 deleting a history before a date waits for a transaction that is being committed, and leaves it"
    )
    func deletionBesideCommit() throws {
        let store = try open()
        try store.insert("Tag")
        let other = try PlainWriter(namespace)
        let now = Date().timeIntervalSinceReferenceDate + 1
        try other.run("BEGIN")
        try other.run("UPDATE perdure_store SET history = history + 1")
        try other.run(
            "INSERT INTO perdure_history (number, engine, save, at) VALUES (2, 1, 1, \(now + 60))")
        let history = try #require(store.engine.history)
        let deletion = Background {
            let count = try history.delete(before: .time(now))
            #expect(count == 1)
        }
        #expect(try other.isWaitedFor())
        try other.run("COMMIT")
        try deletion.wait()
        #expect(try history.range() == HistoryRange(oldest: 2, newest: 2))
    }

    @Test("PG-125 deleting a history leaves what is newer, and numbers go on")
    func deletion() throws {
        let store = try open()
        for _ in 0..<3 { try store.insert("Tag") }
        let history = try #require(store.engine.history)
        #expect(try history.delete(before: .number(.min)) == 0)
        #expect(try history.delete(before: .number(1)) == 0)
        #expect(try history.delete(before: .number(3)) == 2)
        #expect(try history.range() == HistoryRange(oldest: 3, newest: 3))
        #expect(try history.delete(before: .time(.infinity)) == 1)
        #expect(try history.range() == HistoryRange(oldest: nil, newest: 3))
        #expect(
            try TestStores.run("SELECT history_deleted FROM \(namespace).perdure_store").value(0, 0)
                == .int8(3))
        #expect(
            try TestStores.run("SELECT count(*) FROM \(namespace).perdure_changes").value(0, 0) == .int8(0))
        try store.insert("Tag")
        #expect(try history.range() == HistoryRange(oldest: 4, newest: 4))
    }

    @Test("PG-125 a point in time divides the history")
    func time() throws {
        let store = try open()
        try store.insert("Tag")
        let time = try #require(try transactions(store).first).timestamp
        try store.insert("Tag")
        #expect(try transactions(store, after: .time(time)).map(\.number) == [2])
        #expect(try store.engine.history?.delete(before: .time(time)) == 0)
    }

    @Test("PG-125 a history that is not asked for makes the store read-only, until it is deleted")
    func off() throws {
        let store = try open()
        try store.insert("Tag")
        let locked = try open(tracks: false)
        #expect(locked.engine.history?.isLocked == true)
        #expect(throws: StoreError.self) { try locked.insert("Tag") }
        #expect(try transactions(locked).count == 1)
        #expect(throws: StoreError.self) { try locked.engine.history?.delete(before: .time(.infinity)) }
        #expect(try store.engine.history?.delete(before: .time(.infinity)) == 1)
        let free = try open(tracks: false)
        #expect(free.engine.history == nil)
        try free.insert("Tag")
    }

    @Test("PG-125 an open engine without a history refuses to write once others keep one")
    func begun() throws {
        let store = try open(tracks: false) { $0.notifications = .off }
        try store.insert("Tag")
        // The next save finds it, without a message.
        try OtherProcess.run("track", in: namespace)
        for _ in 0..<2 {
            #expect { try store.insert("Tag") } throws: { error in
                if case StoreError.readOnly(_, let reason?) = error {
                    reason.contains("history")
                } else {
                    false
                }
            }
        }
        #expect(try store.count(store.plan("Tag")) == 2)
    }

    @Test("PG-125 a store that others opened first gets a history later; a read-only opening makes none")
    func later() throws {
        let store = try open(tracks: false)
        try store.insert("Tag")
        try store.engine.close()
        #expect(try open { $0.isReadOnly = true }.engine.history == nil)
        let tracked = try open()
        try tracked.insert("Tag")
        #expect(try transactions(tracked).map(\.number) == [1])
        #expect(try transactions(open { $0.isReadOnly = true }).count == 1)
    }
}
#endif
