// SPDX-License-Identifier: Apache-2.0
// How an engine notices that somebody else has committed to its file.

import Foundation
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: commits of others") struct CommitWatchTests {
    /// How often commits of others were noticed.
    private final class Notices: @unchecked Sendable {
        // Sendable because the number is touched under the lock only.
        private let lock = NSLock()
        private var number = 0

        init(_ store: OpenStore) { store.engine.whenOthersCommit { self.lock.withLock { self.number += 1 } } }

        /// The notices since the last call.
        func take() -> Int {
            lock.withLock {
                defer { number = 0 }
                return number
            }
        }
    }

    @Test(
        "SAV-33 an engine's own commits, reads and keys are not those of others",
        arguments: ["WAL", "DELETE"])
    func ownCommits(_ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal, "wal_autocheckpoint": "4"] }
        let notices = Notices(store)
        for _ in 0..<20 {
            let key = try store.insert("Book", ["title": .string("A")])
            #expect(try store.value(key, "title") == .string("A"))
            try store.update(key, ["title": .string("B")], version: 1)
            #expect(try store.count("Book") > 0)
            try store.engine.checkForCommits()
        }
        #expect(notices.take() == 0)
    }

    @Test(
        "SAV-33 a commit of another engine is noticed by the next read, once", arguments: ["WAL", "DELETE"])
    func noticedByReading(_ journal: String) throws {
        let folder = try StoreFolder()
        let store = try folder.open { $0.pragmas = ["journal_mode": journal] }
        let key = try store.insert("Book", ["title": .string("A")])
        let other = try folder.open()
        let notices = Notices(store)
        #expect(try store.count("Book") == 1)
        #expect(notices.take() == 0)
        try other.update(key, ["title": .string("B")], version: 1)
        #expect(notices.take() == 0)
        #expect(try store.value(key, "title") == .string("B"))
        #expect(notices.take() == 1)
        #expect(try store.value(key, "title") == .string("B"))
        #expect(notices.take() == 0)
    }

    @Test("SAV-33 a commit of another engine is noticed by the next commit")
    func noticedByWriting() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        let key = try store.insert("Book", ["title": .string("A")])
        let changes = try store.updating(key, ["year": .integer(1)], version: 1)
        let notices = Notices(store)
        try other.insert("Tag")
        try store.commit(changes)
        #expect(notices.take() == 1)
    }

    @Test("SAV-33 a commit of another engine is noticed behind one of this engine's own")
    func noticedBehindOwn() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        let key = try store.insert("Book", ["title": .string("A")])
        let notices = Notices(store)
        try store.update(key, ["title": .string("B")], version: 1)
        try other.update(key, ["title": .string("C")], version: 2)
        #expect(try store.value(key, "title") == .string("C"))
        #expect(notices.take() == 1)
    }

    @Test("STO-180 somebody who looks notices without reading; a closed store cannot look")
    func looking() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        let notices = Notices(store)
        try other.insert("Tag")
        try store.engine.checkForCommits()
        #expect(notices.take() == 1)
        try store.engine.checkForCommits()
        #expect(notices.take() == 0)
        try store.engine.close()
        #expect(throws: StoreError.self) { try store.engine.checkForCommits() }
    }

    @Test("SAV-33 a store that is opened read-only notices commits")
    func readOnly() throws {
        let folder = try StoreFolder()
        let writer = try folder.open()
        try writer.insert("Tag")
        let reader = try folder.open { $0.isReadOnly = true }
        let notices = Notices(reader)
        #expect(try reader.count("Tag") == 1)
        #expect(notices.take() == 0)
        try writer.insert("Tag")
        #expect(try reader.count("Tag") == 2)
        #expect(notices.take() == 1)
    }

    @Test("SAV-33 a connection that was opened again takes what it missed for a commit of others")
    func reopening() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let notices = Notices(store)
        try store.engine.write { try $0.reopen() }
        try store.insert("Tag")
        #expect(notices.take() == 1)
        try store.insert("Tag")
        #expect(notices.take() == 0)
    }

    @Test("SAV-33 reads beside a long write do not wait for it, and notice afterwards")
    func busyWriter() throws {
        let folder = try StoreFolder()
        let (store, other) = (try folder.open(), try folder.open())
        let notices = Notices(store)
        try other.insert("Tag")
        let count = try store.engine.write { _ in try store.count("Tag") }
        #expect(count == 1)
        #expect(notices.take() == 0)
        #expect(try store.count("Tag") == 1)
        #expect(notices.take() == 1)
    }
}
