// SPDX-License-Identifier: Apache-2.0
// Kills of writers with large values in files, of three writers at once, and at every single call that writes.
// PERDURE_KILLS sets how often (20 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: kill -9 with files and several writers") struct EntryKillTests {
    private static let kills = Counts.number("PERDURE_KILLS", standard: 20)

    @Test("SAV-161 check 1 after a kill every picture has its file, and files without a row are gone")
    func pictures() throws {
        try Counts.dividedAmongStores(Self.kills) { try pictures(kills: $0) }
        print("ran: \(Self.kills) kills")
    }

    private func pictures(kills: Int) throws {
        let store = try EntryStore()
        var acknowledged = 0
        for _ in 0..<kills {
            let writer = try FaultWriter("entries", store.url.path, "1", "0", "150000")
            for _ in 0..<Int.random(in: 1...6) {
                let line = try #require(writer.line())
                acknowledged = try #require(Int(line))
            }
            writer.kill()
            acknowledged = try writer.finish().lines.compactMap { Int($0) }.last ?? acknowledged
            try store.expectSound([1: acknowledged])
            #expect(store.files.count == (try store.count()))
        }
        try store.expectChecked()
    }

    @Test("SAV-161 a file without a row stays while anybody has the store open, and goes afterwards")
    func orphan() throws {
        let store = try EntryStore()
        let run = try FaultWriter("entries", store.url.path, "1", "2", "150000").finish()
        #expect(run.lines == ["1", "2"] && store.files.count == 2)
        let other = try RawDatabase(store.url, isReadOnly: false)
        try other.rows("SELECT * FROM Z_METADATA")
        try store.plant()
        try store.expectSound([1: 2])
        #expect(store.files.count == 3)
        other.close()
        // The other one left in order; what it leaves is found where an end was not, or where a vacuum is wished for.
        let stack = try Stack(
            at: store.url, EntryModel.entries(), options: [NSSQLiteManualVacuumOption: true])
        #expect(store.files.count == 2)
        try stack.coordinator.remove(stack.store)
        try store.expectSound([1: 2])
    }

    @Test("SAV-161 check 1 three writers that are killed at once leave every save that returned")
    func threeWriters() throws {
        let rounds = max((Self.kills + 2) / 3, 2)
        try Counts.dividedAmongStores(rounds) { try threeWriters(rounds: $0) }
        print("ran: \(3 * rounds) kills")
    }

    private func threeWriters(rounds: Int) throws {
        let store = try EntryStore()
        var acknowledged: [Int: Int] = [:]
        for _ in 0..<rounds {
            let writers = try (1...3).map { try FaultWriter("entries", store.url.path, "\($0)", "0", "0") }
            for (index, writer) in writers.enumerated() {
                let line = try #require(writer.line())
                let number: Int = try #require(Int(line))
                acknowledged[index + 1] = number
            }
            usleep(.random(in: 0...60_000))
            for writer in writers.shuffled() { writer.kill() }
            for (index, writer) in writers.enumerated() {
                let last = try writer.finish().lines.compactMap { Int($0) }.last
                acknowledged[index + 1] = last ?? acknowledged[index + 1]
            }
            try store.expectSound(acknowledged)
        }
        try store.expectChecked()
    }

    @Test(
        "SAV-161 check 1 a kill at each call that writes, syncs, truncates or deletes: all or nothing",
        arguments: ["WAL", "DELETE"], [0, 150_000])
    func everyStep(_ journal: String, _ picture: Int) throws {
        let store = try EntryStore(["journal_mode": journal])
        // The second half of the steps, with a sign, is counted from the opening on: recovery is killed too.
        for sign in [1, -1] {
            var (step, isDone) = (0, false)
            while !isDone && step < 200 {
                step += 1
                let writer = try FaultWriter(
                    "step", store.url.path, "\(sign * step)", "9", "\(picture)", "journal_mode=\(journal)")
                let before = store.acknowledged
                let run = try writer.finish()
                let reported = run.lines.compactMap { Int($0) }.last
                isDone = reported != nil && run.exitCode == 0
                try store.expectSound([1: reported ?? before])
            }
            #expect(isDone && step > 3)
            print("ran: \(step - 1) kills")
        }
        try store.expectChecked()
    }
}

/// A store of entries that others write.
final class EntryStore {
    private let folder: TemporaryFolder
    let url: URL
    /// How many entries of the first series there were at the last look.
    private(set) var acknowledged = 0

    init(_ pragmas: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        url = folder.file("Entries.sqlite")
        let stack = try Stack(at: url, EntryModel.entries(), options: [NSSQLitePragmasOption: pragmas])
        try stack.coordinator.remove(stack.store)
    }

    /// The files of the external data folder.
    var files: [String] {
        let path = folder.file(".Entries_SUPPORT/_EXTERNAL_DATA").path
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// Adds a file that no row names.
    func plant() throws {
        let name = ".Entries_SUPPORT/_EXTERNAL_DATA/\(UUID().uuidString)"
        try Data(count: 10).write(to: folder.file(name))
    }

    /// How many entries have a picture of their own file.
    func count() throws -> Int {
        let stack = try Stack(at: url, EntryModel.entries())
        let context = stack.context()
        return try context.performAndWait { try context.all("Entry", "picture != nil").count }
    }

    /// Opens the store; each series has what was acknowledged, and at most the one save more that was cut off.
    func expectSound(_ acknowledged: [Int: Int], at location: SourceLocation = #_sourceLocation) throws {
        let stack = try Stack(at: url, EntryModel.entries())
        let context = stack.context()
        try context.performAndWait {
            for (series, number) in acknowledged {
                let found = try EntryModel.examine(series, in: context)
                #expect(found.torn.isEmpty, sourceLocation: location)
                #expect(
                    found.count == number || found.count == number + 1, "\(found.count) of \(number)",
                    sourceLocation: location)
                if series == 1 { self.acknowledged = found.count }
            }
        }
        try stack.coordinator.remove(stack.store)
    }

    /// `perdure store check` finds nothing, no warning either.
    func expectChecked(at location: SourceLocation = #_sourceLocation) throws {
        let check = try ToolRun("store", "check", url.path)
        let text = check.output + check.errors
        #expect(
            check.exitCode == 0 && !text.contains("warning") && !text.contains("error"), "\(text)",
            sourceLocation: location)
    }
}
