// SPDX-License-Identifier: Apache-2.0
// A process that is killed while it executes batch requests, at every call that writes and at random times. PERDURE_KILLS
// sets how often the latter (20 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: kill -9 of batch requests") struct BatchKillTests {
    /// What the entries are: those of series 1 stay, those of series 2 are inserted and deleted.
    private struct State: Equatable {
        var kept: Int
        var added: Int
        /// The editions of the entries that stay; one number if they are all the same.
        var editions: Set<Int>
        var addedEditions: Set<Int>
    }

    private func store(_ journal: String) throws -> (folder: TemporaryFolder, url: URL) {
        let folder = try TemporaryFolder()
        let url = folder.file("Batches.sqlite")
        let stack = try Stack(
            at: url, EntryModel.entries(), options: [NSSQLitePragmasOption: ["journal_mode": journal]])
        let context = stack.context()
        try context.performAndWait {
            for number in 1...300 { context.insert("Entry", ["number": number, "edition": 1, "series": 1]) }
            for number in 1...200 { context.insert("Entry", ["number": number, "edition": 1, "series": 2]) }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        return (folder, url)
    }

    private func state(_ url: URL) throws -> State {
        let stack = try Stack(at: url, EntryModel.entries())
        defer { try? stack.coordinator.remove(stack.store) }
        let context = stack.context()
        return try context.performAndWait {
            let (first, second) = (
                try context.all("Entry", "series == 1"), try context.all("Entry", "series == 2")
            )
            let editions = { (entries: [NSManagedObject]) in
                Set(entries.compactMap { $0.value(forKey: "edition") as? Int })
            }
            return State(
                kept: first.count, added: second.count, editions: editions(first),
                addedEditions: editions(second))
        }
    }

    private func after(_ kind: String, _ state: State) -> State {
        var state = state
        switch kind {
        case "update":
            state.editions = Set(state.editions.map { $0 + 1 })
            state.addedEditions = Set(state.addedEditions.map { $0 + 1 })
        case "insert":
            state.added += 200
            state.addedEditions.insert(0)
        default: (state.added, state.addedEditions) = (0, [])
        }
        return state
    }

    @Test(
        "STO-163 STO-161 STO-165 a kill at each call of a batch: all of it is there or nothing",
        arguments: ["WAL", "DELETE"], ["update", "insert", "delete"])
    func everyStep(_ journal: String, _ kind: String) throws {
        let (folder, url) = try store(journal)
        var isDone = false
        for step in 1...300 where !isDone {
            let before = try state(url)
            let run = try FaultWriter(
                "batch", url.path, kind, "\(step)", "9", "1", "journal_mode=\(journal)"
            ).finish()
            let (found, whole) = (try state(url), after(kind, before))
            #expect(found == whole || found == before && run.lines.isEmpty, "call \(step): \(found)")
            #expect(try RawDatabase(url).value("PRAGMA integrity_check") == "ok")
            isDone = run.lines == [kind] && run.exitCode == 0
            if isDone { print("ran: \(step - 1) kills") }
        }
        withExtendedLifetime(folder) {}
        #expect(isDone)
    }

    @Test(
        "STO-163 a kill at any time: each batch that returned is there, and the one under way all or not at all"
    )
    func randomTimes() throws {
        let (folder, url) = try store("WAL")
        var expected = try state(url)
        let kills = Counts.number("PERDURE_KILLS", standard: 20)
        for _ in 0..<kills {
            let writer = try FaultWriter("batch", url.path, "all", "0", "0", "0")
            var kinds: [String] = []
            for _ in 0..<Int.random(in: 1...7) { kinds.append(try #require(writer.line())) }
            writer.kill()
            kinds += try writer.finish().lines
            for kind in kinds { expected = after(kind, expected) }
            let next = after(["insert", "update", "delete"][kinds.count % 3], expected)
            let found = try state(url)
            #expect(found == expected || found == next, "\(found) after \(kinds)")
            expected = found
        }
        print("ran: \(kills) kills")
        #expect(try ToolRun("store", "check", url.path).exitCode == 0)
        withExtendedLifetime(folder) {}
    }
}
