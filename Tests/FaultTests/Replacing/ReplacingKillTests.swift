// SPDX-License-Identifier: Apache-2.0
// A process that is killed while it destroys or replaces a store, at every call that changes a file. PERDURE_FAULTS=1 takes
// all of them where there are many, every run some.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: kill -9 while stores are destroyed and replaced") struct ReplacingKillTests {
    @Test(
        "PRG-21b a kill at each call of a replacing: the old store or the new one, whole",
        arguments: ["WAL", "DELETE"])
    func replacing(_ journal: String) throws {
        let copies = try EntryCopies(journal)
        var counts: Set<Int> = []
        let steps = try steps(copies) { copy, step in
            let run = try FaultWriter("replace", copy.old.path, "\(step)", "9", copy.new.path).finish()
            let found = try copy.count()
            #expect(found == 5 || found == 3 && run.lines != ["replaced"], "call \(step): \(found)")
            #expect(try copy.leftOvers.isEmpty, "call \(step)")
            counts.insert(found)
            return run.lines == ["replaced"]
        }
        #expect(steps > 20 && counts == [3, 5])
    }

    @Test("PRG-21b a kill at each call of a replacing where nothing is: no store or the new one")
    func replacingNothing() throws {
        let copies = try EntryCopies("WAL")
        let steps = try steps(copies) { copy, step in
            let missing = EntryCopy(folder: try TemporaryFolder(), options: copy.options)
            let run = try FaultWriter("replace", missing.old.path, "\(step)", "9", copy.new.path).finish()
            let found = try missing.count()
            #expect(found == 5 || found == 0 && run.lines != ["replaced"], "call \(step): \(found)")
            #expect(try missing.leftOvers.isEmpty, "call \(step)")
            return run.lines == ["replaced"]
        }
        #expect(steps > 20)
    }

    @Test(
        "PRG-21 a kill at each call of a destroying: the old store, whole, or none",
        arguments: ["WAL", "DELETE"])
    func destroying(_ journal: String) throws {
        let copies = try EntryCopies(journal)
        var counts: Set<Int> = []
        let steps = try steps(copies, by: 1) { copy, step in
            let run = try FaultWriter("destroy", copy.old.path, "\(step)", "9").finish()
            let found = try copy.count()
            #expect(found == 0 || found == 3 && run.lines != ["destroyed"], "call \(step): \(found)")
            counts.insert(found)
            // Another try ends what the kill cut off.
            try copy.coordinator.destroyPersistentStore(at: copy.old, type: .sqlite)
            #expect(try copy.leftOvers.isEmpty && copy.pictures == 0, "call \(step)")
            return run.lines == ["destroyed"]
        }
        #expect(steps > 4 && counts == [0, 3])
    }

    @Test(
        "PRG-21a a kill at each call under an open store: who has it open goes on, or is told",
        arguments: ["WAL", "DELETE"], ["replace", "destroy"])
    func openElsewhere(_ journal: String, _ deed: String) throws {
        let copies = try EntryCopies(journal)
        let steps = try steps(copies) { copy, step in
            let follower = try FaultWriter("follow", copy.old.path, "journal_mode=\(journal)")
            #expect(follower.line() == "ready")
            let run = try FaultWriter(deed, copy.old.path, "\(step)", "9", copy.new.path).finish()
            follower.say("save")
            let answer = follower.line() ?? ""
            follower.endInput()
            _ = try follower.finish()
            let found = try copy.count()
            if answer == "4" {
                // What was saved is in the file that has the name.
                #expect(found == 4 && run.lines.isEmpty, "call \(step)")
            } else {
                #expect(answer == "error 134100 \(deed == "replace" ? "replaced" : "destroyed")")
                #expect(found == (deed == "replace" ? 5 : 0), "call \(step)")
            }
            return run.exitCode == 0 && !run.lines.isEmpty
        }
        #expect(steps > 4)
    }

    private static let stride = Counts.number("PERDURE_FAULTS", standard: 0) == 0 ? 6 : 1

    /// Tries with a kill at the first call, the second and so on, until none is left to kill; gives how many there were.
    private func steps(
        _ copies: EntryCopies, by stride: Int = stride, _ isDone: (EntryCopy, Int) throws -> Bool
    ) throws -> Int {
        for step in Swift.stride(from: 1, to: 1_000, by: stride) {
            if try isDone(copies.fresh(), step) { return step }
        }
        Issue.record("there is no end of calls")
        return 0
    }
}
