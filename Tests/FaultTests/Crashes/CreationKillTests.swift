// SPDX-License-Identifier: Apache-2.0
// A process that is killed while it makes a store, at each of the first calls that write.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: kill -9 of a creation") struct CreationKillTests {
    @Test(
        "MIG-6 a store whose creation was cut off is made by the next opening, a journal that is played back included",
        arguments: ["WAL", "DELETE"])
    func creation(_ journal: String) throws {
        for step in 1...32 {
            let folder = try TemporaryFolder()
            let url = folder.file("New.sqlite")
            // With a sign the calls are counted from the opening on.
            let run = try FaultWriter("step", url.path, "-\(step)", "9", "0", "journal_mode=\(journal)")
                .finish()
            let stack = try Stack(
                at: url, EntryModel.entries(), options: [NSSQLitePragmasOption: ["journal_mode": journal]])
            let context = stack.context()
            let found = try context.performAndWait { try EntryModel.examine(1, in: context) }
            #expect(found.torn.isEmpty && (found.count == 0 || found.count == 1), "call \(step)")
            #expect(run.lines.isEmpty || found.count == 1, "call \(step)")
            try stack.coordinator.remove(stack.store)
        }
    }
}
