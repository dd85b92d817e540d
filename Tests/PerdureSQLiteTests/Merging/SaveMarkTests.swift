// SPDX-License-Identifier: Apache-2.0
// Commits in doubt of saves that merge: they are recognised by their mark, and nothing is merged twice.

import CSQLite
import PerdurePropertyList
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: commits in doubt that merge") struct SaveMarkTests {
    private let folder: StoreFolder
    private let store: OpenStore
    private let key: ObjectKey

    init() throws {
        folder = try StoreFolder()
        store = try folder.open(MergeModel.entities)
        key = try store.insert("Tally", ["count": .integer(10)])
    }

    /// A change set as a save makes it, with its mark.
    private func save(_ name: String, _ delta: AttributeDelta, after doubt: InDoubtSave? = nil) throws
        -> ChangeSet
    {
        var changes = try store.merging(key, name, delta)
        changes.identify()
        changes.inDoubtSave = doubt
        return changes
    }

    @Test("MRG-98 the probe finds a save that merged by its mark, and no other")
    func probe() throws {
        let changes = try save("count", .integer(.add(1)))
        let probe = SaveMarker.probe(try #require(changes.identifier))
        let raw = try folder.raw()
        #expect(try !probe.finds(raw))
        try store.add(1, to: key)
        #expect(try !probe.finds(raw))
        try store.commit(changes)
        #expect(try probe.finds(raw))
    }

    @Test("MRG-98 a change set without a mark gets one, and a save that does not merge writes none")
    func marks() throws {
        let raw = try folder.raw()
        let count = { try raw.first("SELECT COUNT(*) FROM PERDURE_SAVES") { $0.integer(0) } }
        try store.update(key, ["name": .string("a")], version: 1)
        #expect(try count() == 0)
        try store.add(1, to: key)
        #expect(try count() == 1)
    }

    @Test("MRG-98 the newest ten thousand marks are kept")
    func pruning() throws {
        let first = try save("count", .integer(.add(1)))
        try store.commit(first)
        for _ in 0..<100 { try store.add(1, to: key) }
        let raw = try folder.raw()
        let probe = SaveMarker.probe(try #require(first.identifier))
        #expect(try probe.finds(raw))
        try store.engine.write { connection in
            for number in 0..<9_900 { try SaveMarker.write(Int64(number), connection) }
        }
        try store.engine.write { connection in
            for number in 9_900..<10_100 { try SaveMarker.write(Int64(number), connection) }
        }
        #expect(try !probe.finds(raw))
        let count = try #require(try raw.first("SELECT COUNT(*) FROM PERDURE_SAVES") { $0.integer(0) })
        #expect((10_000...10_100).contains(count))
    }

    @Test("MT-43 the acknowledgement is lost and the save is tried again: applied once")
    func lostAcknowledgement() throws {
        let first = try save("count", .integer(.add(2)))
        // It is stored, though its maker does not know.
        try store.commit(first)
        let second = try save("count", .integer(.add(2)), after: InDoubtSave(first))
        let rows = try store.commit(second)
        #expect(try store.value(key, "count") == .integer(12))
        #expect(rows.first?[try store.slot("Tally", "count")] == .integer(12))
    }

    @Test("MT-43 a commit that did not happen is applied by the next try")
    func lostCommit() throws {
        let first = try save("count", .integer(.add(2)))
        try store.commit(try save("count", .integer(.add(2)), after: InDoubtSave(first)))
        #expect(try store.value(key, "count") == .integer(12))
    }

    @Test("MT-43 what has been added since the first try is applied, whichever of the tries is stored")
    func laterChanges() throws {
        let first = try save("count", .integer(.add(2)))
        try store.commit(first)
        // In doubt too, and not stored.
        let second = try save("count", .integer(.add(3)), after: InDoubtSave(first))
        try store.add(100, to: key)
        let third = try save("count", .integer(.add(7)), after: InDoubtSave(second))
        try store.commit(third)
        #expect(try store.value(key, "count") == .integer(117))
        try store.commit(try save("count", .integer(.add(8)), after: InDoubtSave(third)))
        #expect(try store.value(key, "count") == .integer(118))
    }

    @Test("MT-43 entries of dictionaries that are added to are applied once, others may be twice")
    func dictionaries() throws {
        let delta = AttributeDelta.dictionary(
            DictionaryDelta(["hits": .add(.integer(2)), "mean": .add(.real(0.5)), "k": .set(.integer(1))]))
        let first = try save("settings", delta)
        try store.commit(first)
        try store.commit(try save("settings", delta, after: InDoubtSave(first)))
        guard case .data(let data) = try store.value(key, "settings") else {
            Issue.record("no bytes")
            return
        }
        #expect(
            try BinaryPropertyList.read(data)
                == .dictionary(["hits": .integer(2), "mean": .real(0.5), "k": .integer(1)]))
    }

    @Test(
        "decision 26 MT-43 a COMMIT that fails is known not to have happened, and counts when it is tried again"
    )
    func failedCommit() throws {
        let calls = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        calls.initialize(to: 0)
        defer { calls.deallocate() }
        try store.engine.write { connection in
            _ = sqlite3_commit_hook(
                connection.handle,
                { calls in
                    let count = calls!.assumingMemoryBound(to: Int32.self)
                    count.pointee += 1
                    return count.pointee == 1 ? 1 : 0
                }, calls)
        }
        #expect(throws: StoreError.self) { try store.add(1, to: key) }
        #expect(try store.value(key, "count") == .integer(10))
        try store.add(1, to: key)
        #expect(try store.value(key, "count") == .integer(11))
        try store.engine.write { _ = sqlite3_commit_hook($0.handle, nil, nil) }
    }
}
