// SPDX-License-Identifier: Apache-2.0
// Commits: all or nothing, constraints, and what becomes of a commit that reports an error.

import CSQLite
import Foundation
import PerdureStore
import Testing

@testable import PerdureSQL
@testable import PerdureSQLite

@Suite("SQLite store: commits") struct CommitTests {
    @Test("check 4 a commit that finds no room writes nothing; the next one is whole again")
    func fullDisk() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["title": .string("first")])
        try store.engine.write { try $0.execute("PRAGMA max_page_count = 60") }
        var changes = try store.updating(key, ["title": .string("changed")], version: 1)
        for _ in 0..<2_000 {
            changes.insertions.append(try store.insertion("Book", ["title": .string(UUID().uuidString)]))
        }
        #expect {
            try store.engine.commit(changes)
        } throws: {
            guard case StoreError.database(SQLITE_FULL, _, _, _) = $0 else { return false }
            return true
        }
        #expect(try store.count("Book") == 1)
        #expect(try store.value(key, "title") == .string("first"))
        try store.engine.write { try $0.execute("PRAGMA max_page_count = 100000") }
        try store.commit(changes)
        #expect(try store.count("Book") == 2_001)
        #expect(try SQLiteStoreChecker.check(path: folder.path(), schema: store.schema).isEmpty)
    }

    @Test("MOD-75 a violated constraint names its attributes and the row that has the values")
    func constraint() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let values: [String: StoredValue] = ["title": .string("A"), "year": .integer(1)]
        let first = try store.insert("Book", values)
        var changes = ChangeSet()
        changes.insertions = [try store.insertion("Book", values)]
        guard case .conflicts(let conflicts) = try store.engine.commit(changes),
            case .constraint(_, let attributes, let key, let existing) = conflicts.first
        else {
            Issue.record("two rows with the same values")
            return
        }
        #expect(attributes == ["title", "year"])
        #expect(key == changes.insertions[0].key)
        #expect(existing?.key == first)
    }

    @Test("a constraint over an unchanged attribute looks at the stored value")
    func constraintOfUpdate() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let first = try store.insert("Book", ["title": .string("A"), "year": .integer(1)])
        let second = try store.insert("Book", ["title": .string("A"), "year": .integer(2)])
        guard
            case .conflicts(let conflicts) = try store.engine.commit(
                store.updating(second, ["year": .integer(1)], version: 1)),
            case .constraint(_, _, _, let existing) = conflicts.first
        else {
            Issue.record("two rows with the same values")
            return
        }
        #expect(existing?.key == first)
    }

    @Test("an unchecked update moves the version on and tells the new row")
    func uncheckedUpdate() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Tag", ["name": .string("a")])
        try store.update(key, ["name": .string("b")], version: 1)
        let rows = try store.commit(store.updating(key, ["name": .string("c")], version: nil))
        #expect(rows.map(\.version) == [3])
        #expect(rows.first?[try store.slot("Tag", "name")] == .string("c"))
    }

    @Test("decision 26 a COMMIT that fails while the store can still be written has not happened")
    func failedCommit() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.engine.write { connection in
            // The hook refuses one COMMIT; what follows it is the settling.
            _ = sqlite3_commit_hook(
                connection.handle,
                { calls in
                    let count = calls!.assumingMemoryBound(to: Int32.self)
                    count.pointee += 1
                    return count.pointee == 1 ? 1 : 0
                }, Self.commits.pointer)
        }
        var changes = ChangeSet()
        changes.insertions = [
            RowInsertion(
                key: store.schema.key(entity: 1, number: 500),
                values: ContiguousArray(repeating: .null, count: store.schema[1].properties.count))
        ]
        #expect(throws: StoreError.self) { try store.engine.commit(changes) }
        #expect(try store.count("Book") == 0)
        try store.commit(changes)
        #expect(try store.count("Book") == 1)
    }

    /// Counts COMMITs for the hook of one test.
    private final class Counter: @unchecked Sendable {
        // Sendable because one test uses it, under the lock of its store.
        let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        init() { pointer.initialize(to: 0) }
        deinit { pointer.deallocate() }
    }
    private static let commits = Counter()

    @Test("decision 26 the probe finds an insertion, an update by its version, a deletion")
    func probes() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Tag")
        let raw = try folder.raw()
        func finds(_ changes: ChangeSet) throws -> Bool? {
            try CommitProbe(changes, mapping: store.engine.mapping)?.finds(raw)
        }
        var inserted = ChangeSet()
        inserted.insertions = [RowInsertion(key: key, values: [])]
        #expect(try finds(inserted) == true)
        inserted.insertions = [RowInsertion(key: store.schema.key(entity: 6, number: 99), values: [])]
        #expect(try finds(inserted) == false)
        #expect(try finds(store.updating(key, [:], version: 0)) == true)
        #expect(try finds(store.updating(key, [:], version: 1)) == false)
        #expect(try finds(store.updating(key, [:], version: nil)) == nil)
        var deleted = ChangeSet()
        deleted.deletions = [RowDeletion(key: key, expectedVersion: nil)]
        #expect(try finds(deleted) == false)
        try store.delete(key)
        #expect(try finds(deleted) == true)
    }

    @Test("a connection that is opened again keeps its functions and its settings")
    func reopening() throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["cache_size": "123"] }
        try store.insert("Tag")
        try store.engine.write { connection in
            try connection.reopen()
            #expect(try connection.first("PRAGMA cache_size") { $0.integer(0) } == 123)
            #expect(try connection.first("SELECT NSCoreDataNow() > 0") { $0.integer(0) } == 1)
        }
        try store.insert("Tag")
        #expect(try store.count("Tag") == 2)
    }
}
