// SPDX-License-Identifier: Apache-2.0
// Two engines on one file, locks that are not given, keys that are never given out twice.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: several connections") struct ConnectionTests {
    @Test("STO-218 two engines on one file see each other's commits and each other's versions")
    func twoEngines() throws {
        let folder = try StoreFolder()
        let (left, right) = (try folder.open(), try folder.open())
        let key = try left.insert("Book", ["title": .string("A")])
        #expect(try right.value(key, "title") == .string("A"))
        try right.update(key, ["title": .string("B")], version: 1)
        guard
            case .conflicts(let conflicts) = try left.engine.commit(
                left.updating(key, ["title": .string("C")], version: 1)),
            case .version(let conflicting, let current) = conflicts.first
        else {
            Issue.record("a stale version was written")
            return
        }
        #expect(conflicting == key && conflicts.count == 1)
        #expect(current?.version == 2)
        #expect(try left.value(key, "title") == .string("B"))
    }

    @Test("keys reserved by two engines and many threads are all different")
    func keys() async throws {
        let folder = try StoreFolder()
        let engines = [try folder.open().engine, try folder.open().engine]
        let ranges = try await withThrowingTaskGroup(of: [ReservedKeys].self) { group in
            for task in 0..<8 {
                group.addTask {
                    try (0..<25).map { _ in try engines[task % 2].reserveKeys(3, entity: 1) }
                }
            }
            return try await group.reduce(into: [ReservedKeys]()) { $0 += $1 }
        }
        let keys = ranges.flatMap(\.all)
        #expect(Set(keys).count == 8 * 25 * 3)
        #expect(keys.min() == 1)
        #expect(
            try folder.raw().first("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") { $0.integer(0) } == 600)
    }

    @Test("decision 17 a reader never waits for other readers, unless the pool's size is given")
    func manyReaders() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        try store.insert("Book", ["title": .string("A")])
        let meeting = Meeting(of: 12)
        let threads = (0..<12).map { _ in
            Thread {
                // Each stays inside of its read until all are.
                let count = try? store.engine.pool.read { connection in
                    meeting.wait()
                    return try (connection as? SQLiteConnection)?
                        .first("SELECT count(*) FROM ZBOOK") { $0.integer(0) }
                }
                meeting.leave(count == 1)
            }
        }
        threads.forEach { $0.start() }
        #expect(meeting.results() == Array(repeating: true, count: 12))
        // Four are kept, the others closed.
        #expect(store.engine.pool.idleReaders == 4)
    }

    @Test("a pool whose size is given lets the next reader wait")
    func fewReaders() throws {
        let folder = try StoreFolder()
        let store = try folder.open {
            $0.poolSize = 1
            $0.timeout = 0.05
        }
        _ = try store.engine.pool.read { _ in
            #expect {
                try store.engine.pool.read { _ in }
            } throws: {
                guard case StoreError.busy(_, "waiting for a connection that reads", _) = $0 else {
                    return false
                }
                return true
            }
        }
    }

    /// Where threads wait for each other.
    private final class Meeting: @unchecked Sendable {
        // Sendable because everything is touched under the condition only.
        private let condition = NSCondition()
        private let size: Int
        private var arrived = 0
        private var left: [Bool] = []

        init(of size: Int) { self.size = size }

        func wait() {
            condition.lock()
            arrived += 1
            condition.broadcast()
            while arrived < size { condition.wait() }
            condition.unlock()
        }

        func leave(_ result: Bool) {
            condition.lock()
            left.append(result)
            // Whoever could not come is not waited for.
            if !result { arrived += 1 }
            condition.broadcast()
            condition.unlock()
        }

        func results() -> [Bool] {
            condition.lock()
            defer { condition.unlock() }
            while left.count < size { condition.wait() }
            return left
        }
    }

    @Test("subentities draw their keys from the root's counter")
    func rootCounter() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let person = try store.insert("Person")
        let poet = try store.insert("Poet")
        #expect(person.number == 1 && poet.number == 2)
        #expect(
            try folder.raw().all("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (3, 4) ORDER BY Z_ENT") {
                $0.integer(0)
            } == [2, 0])
    }

    @Test("a counter that lags behind the rows gives no key out twice; one at its end is an error")
    func damagedCounter() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book")
        try folder.raw().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
        #expect(try store.engine.reserveKey(entity: 1) > key.number)
        try folder.raw().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max - 1)")
        #expect(throws: StoreError.self) { try store.engine.reserveKeys(2, entity: 1) }
    }

    @Test("STO-64 a lock that is not given in time is an error that says who waited for what")
    func busy() throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.timeout = 0.05 }
        let key = try store.insert("Book", ["title": .string("A")])
        let other = try folder.raw()
        try other.beginWriting()
        #expect {
            try store.update(key, ["title": .string("B")], version: 1)
        } throws: {
            guard case StoreError.busy(let path, let operation, let waited) = $0 else { return false }
            return path == folder.path() && operation.contains("BEGIN") && waited >= 0.05
        }
        #expect(try store.value(key, "title") == .string("A"))
        other.rollback()
        try store.update(key, ["title": .string("B")], version: 1)
    }

    @Test("STO-64 readers go on while another connection is writing")
    func readersBesideWriter() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book", ["title": .string("A")])
        let other = try folder.raw()
        try other.beginWriting()
        try other.execute("UPDATE ZBOOK SET ZTITLE = 'half done'")
        #expect(try store.value(key, "title") == .string("A"))
        try other.commit()
        #expect(try store.value(key, "title") == .string("half done"))
    }

    @Test("a rollback journal serves reads and writes of several threads")
    func rollbackJournal() async throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": "DELETE"] }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    for _ in 0..<5 { try store.insert("Tag") }
                    _ = try store.count("Tag")
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.count("Tag") == 30)
    }

    @Test("many threads read while one writes, and each sees whole commits")
    func manyReaders() async throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.poolSize = 3 }
        let keys = try (0..<2).map { _ in try store.insert("Book", ["year": .integer(0)]) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for step in 1...40 {
                    var changes = ChangeSet()
                    for key in keys {
                        changes.updates += try store.updating(
                            key, ["year": .integer(Int64(step))], version: Int64(step)
                        ).updates
                    }
                    try store.commit(changes)
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<40 {
                        let slot = try store.slot("Book", "year")
                        let years = try store.engine.rows(for: keys).map { $0[slot] }
                        #expect(years.count == 2 && years[0] == years[1])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("decision 24 a WAL that has grown is moved into the file after a commit")
    func checkpoints() throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["wal_autocheckpoint": "20"] }
        let before = try folder.bytes().count
        var changes = ChangeSet()
        for _ in 0..<2_000 {
            changes.insertions.append(try store.insertion("Book", ["title": .string(UUID().uuidString)]))
        }
        try store.commit(changes)
        #expect(try folder.bytes().count > before + 50_000)
        let wal = try folder.bytes("Store.sqlite-wal").count
        for _ in 0..<20 { try store.insert("Tag") }
        // Everything had been moved, so the WAL started again from its beginning.
        #expect(try folder.bytes("Store.sqlite-wal").count == wal)
        #expect(try store.count("Book") == 2_000)
    }

    @Test("closing ends everything, and twice is harmless")
    func closing() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let key = try store.insert("Book")
        try store.engine.close()
        try store.engine.close()
        #expect(throws: StoreError.self) { try store.row(key) }
        #expect(throws: StoreError.self) { try store.engine.commit(ChangeSet()) }
        #expect(!FileManager.default.fileExists(atPath: folder.path("Store.sqlite-wal")))
    }
}
