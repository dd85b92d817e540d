// SPDX-License-Identifier: Apache-2.0
// SQLite without memory, and a process that is stopped in the middle of its transaction. Both are done by FaultWriter.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Shortage and frozen peers") struct ShortageTests {
    @Test("SAV-160 check 7 each allocation of SQLite in a save fails: 134180 with code 7, and nothing lost")
    func memory() throws {
        let store = try EntryStore()
        let run = try FaultWriter("starve", store.url.path).finish()
        let words = (run.lines.last ?? "").split(separator: " ").map(String.init)
        try #require(words.count == 3, "\(run.lines) \(run.errors)")
        #expect((Int(words[0]) ?? 0) > 20 && words[2] == "134180/7", "\(run.lines)")
        let saves = try #require(Int(words[1]))
        try store.expectSound([1: saves])
        try store.expectChecked()
    }

    @Test(
        "REL-35 check 7 each allocation of SQLite fails: an error, nothing half done, and the next try succeeds",
        arguments: ["opening", "fetching", "batches", "merging", "migration"])
    func memory(_ part: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Entries.sqlite")
        let run = try FaultWriter("starve", url.path, part).finish()
        let words = (run.lines.last ?? "").split(separator: " ").map(String.init)
        try #require(run.exitCode == 0 && words.count == 3, "\(run.lines) \(run.errors)")
        // A fetch fails seldom: its statements are there, and it needs no snapshot that lasts.
        #expect((Int(words[0]) ?? 0) > (part == "fetching" ? 0 : 3), "\(run.lines)")
        let codes = Set(words[2].split(separator: ",").map(String.init))
        #expect(codes.isSubset(of: ["134180/7", "134080/7", "134080/0"]), "\(run.lines)")
        let check = try ToolRun("store", "check", url.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }

    @Test("REL-35 check 7 all memory is gone: a read fails, or shows what others have saved before")
    func lasting() throws {
        let folder = try TemporaryFolder()
        let run = try FaultWriter("starve", folder.file("Entries.sqlite").path, "reading").finish()
        let words = (run.lines.last ?? "").split(separator: " ").map(String.init)
        try #require(run.exitCode == 0 && words.count == 3, "\(run.lines) \(run.errors)")
        // A read needs few allocations of SQLite: its statements are there.
        #expect((Int(words[0]) ?? 0) > 0 && words[2] == "134180/7", "\(run.lines)")
    }

    @Test(
        "SAV-162 check 9 a writer is stopped in its transaction: readers go on, others get 134090 in time",
        arguments: [true, false])
    func frozen(_ comesBack: Bool) throws {
        let store = try EntryStore()
        let first = try FaultWriter("step", store.url.path, "100000", "19", "0").finish()
        #expect(first.lines == ["1"])
        let writer = try FaultWriter("step", store.url.path, "2", "19", "0")
        while !writer.isStopped { usleep(1_000) }
        let stack = try Stack(
            at: store.url, EntryModel.entries(), options: [NSPersistentStoreTimeoutOption: 0.2])
        let context = stack.context()
        try context.performAndWait {
            #expect(try EntryModel.examine(1, in: context).count == 1)
            context.insert("Entry", ["series": 2, "number": 1, "edition": 1])
            expectError(134090, naming: ["Entries.sqlite", "locked"]) { try context.save() }
            #expect(context.insertedObjects.count == 1)
            #expect(try EntryModel.examine(1, in: context).count == 1)
            if comesBack { writer.resume() } else { writer.kill() }
            let run = try writer.finish()
            #expect(run.lines == (comesBack ? ["2"] : []), "\(run.errors)")
            try context.save()
            #expect(try context.all("Entry", "series == 2").count == 1)
            context.reset()
            #expect(try EntryModel.examine(1, in: context).count == (comesBack ? 2 : 1))
        }
        try stack.coordinator.remove(stack.store)
        #expect(try ToolRun("store", "check", store.url.path).exitCode == 0)
    }
}
