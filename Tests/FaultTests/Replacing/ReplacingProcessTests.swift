// SPDX-License-Identifier: Apache-2.0
// Destroying and replacing stores that another process has open.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Several processes: destroying and replacing") struct ReplacingProcessTests {
    private func number(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber] as? Int
    }

    @Test(
        "PRG-21a another process that has the store open is told at its next save or read, and writes nothing",
        arguments: ["WAL", "DELETE"], ["save", "read"])
    func told(_ journal: String, _ deed: String) throws {
        let copies = try EntryCopies(journal)
        for isDestroyed in [false, true] {
            let copy = try copies.fresh()
            let before = try number(copy.old)
            let follower = try FaultWriter("follow", copy.old.path, "journal_mode=\(journal)")
            #expect(follower.line() == "ready")
            follower.say("save")
            #expect(follower.line() == "4")
            if isDestroyed {
                try copy.coordinator.destroyPersistentStore(at: copy.old, type: .sqlite)
            } else {
                try copy.coordinator.replacePersistentStore(
                    at: copy.old, withPersistentStoreFrom: copy.new, type: .sqlite)
            }
            #expect(try number(copy.old) == before)
            for _ in 1...2 {
                follower.say(deed)
                #expect(follower.line() == "error 134100 \(isDestroyed ? "destroyed" : "replaced")")
            }
            #expect(try copy.count() == (isDestroyed ? 0 : 5))
            // A store that was made anew is not the one that the other has open.
            follower.say(deed)
            #expect(follower.line()?.hasPrefix("error 134100") == true)
            follower.endInput()
            _ = try follower.finish()
            #expect(try copy.count() == (isDestroyed ? 0 : 5))
        }
    }

    @Test("PRG-21a a save that returned is in the file that has the name, whatever is destroyed meanwhile")
    func savesThatReturned() throws {
        let copies = try EntryCopies("WAL")
        let copy = try copies.fresh()
        let writers = try (0..<2).map { _ in try FaultWriter("follow", copy.old.path) }
        for writer in writers { #expect(writer.line() == "ready") }
        for round in 1...5 {
            for writer in writers { writer.say("save") }
            if round == 3 { try copy.coordinator.destroyPersistentStore(at: copy.old, type: .sqlite) }
            let answers = writers.map { $0.line() ?? "" }
            if round > 3 { #expect(answers.allSatisfy { $0.hasPrefix("error 134100") }, "\(answers)") }
        }
        for writer in writers {
            writer.endInput()
            _ = try writer.finish()
        }
        #expect(try copy.count() == 0)
    }

    @Test(
        "PRG-21a a lock that is not had in time is 134090 and changes nothing; force waits for it",
        arguments: ["WAL", "DELETE"])
    func force(_ journal: String) throws {
        let copies = try EntryCopies(journal)
        let copy = try copies.fresh()
        let holder = try RawDatabase(copy.old, isReadOnly: false)
        try holder.rows("BEGIN IMMEDIATE")
        let before = try names(copy.folder)
        expectError(134090, naming: ["Old.sqlite"]) {
            try copy.coordinator.destroyPersistentStore(
                at: copy.old, type: .sqlite, options: [NSPersistentStoreTimeoutOption: 0.05])
        }
        expectError(134090, naming: ["Old.sqlite"]) {
            try copy.coordinator.replacePersistentStore(
                at: copy.old, destinationOptions: [NSPersistentStoreTimeoutOption: 0.05],
                withPersistentStoreFrom: copy.new, type: .sqlite)
        }
        #expect(try names(copy.folder) == before)
        let waiting = try FaultWriter("destroy", copy.old.path, "0", "0", "force")
        #expect(waiting.line() == "waiting")
        // More than enough work for a try that does not wait.
        for _ in 1...500 { try holder.rows("SELECT COUNT(*) FROM ZENTRY, ZPART, ZPART p") }
        try holder.rows("ROLLBACK")
        let run = try waiting.finish()
        #expect(run.lines == ["destroyed"], "\(run)")
        holder.close()
        #expect(try copy.count() == 0)
    }

    /// The names of a folder's files but -shm; no file is opened, because to close one lets go of this process's locks.
    private func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { !$0.contains("-shm") }
            .sorted()
    }

    @Test("PRG-22 a coordinator's own store is removed from it before it is destroyed or replaced")
    func ownStore() throws {
        let copies = try EntryCopies("WAL")
        let copy = try copies.fresh()
        let stack = try copy.open()
        try stack.coordinator.replacePersistentStore(
            at: copy.old, withPersistentStoreFrom: copy.new, type: .sqlite)
        #expect(stack.coordinator.persistentStores.isEmpty)
        #expect(try copy.count() == 5)
        _ = try stack.coordinator.addPersistentStore(type: .sqlite, at: copy.old)
        expectError(260, naming: ["Missing.sqlite"]) {
            try stack.coordinator.replacePersistentStore(
                at: copy.old, withPersistentStoreFrom: copy.folder.file("Missing.sqlite"), type: .sqlite)
        }
        #expect(stack.coordinator.persistentStores.count == 1)
        try stack.coordinator.destroyPersistentStore(at: copy.old, type: .sqlite)
        #expect(stack.coordinator.persistentStores.isEmpty)
        #expect(try Data(contentsOf: copy.old).isEmpty)
        #expect(try copy.leftOvers.isEmpty && copy.pictures == 0)
        try FileManager.default.removeItem(at: copy.old)
    }
}
