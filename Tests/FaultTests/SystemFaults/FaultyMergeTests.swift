// SPDX-License-Identifier: Apache-2.0
// A save that merges while the k-th call of SQLite fails, for k = 1, 2 … until no call is left; it is tried again when it
// failed, and must count exactly once.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

extension SystemFaultTests {
    @Suite struct FaultyMergeTests {
        private static let faults = [
            SystemFault(), SystemFault(calls: .writing, stays: true), SystemFault(calls: .sync, stays: true),
            SystemFault(calls: .writing, stays: true, journal: "DELETE"),
        ]

        @Test(
            "MRG-97 MRG-98 MT-43 each call of a merging save fails, and the next try counts once",
            arguments: faults)
        func save(_ fault: SystemFault) throws {
            try #require(SystemFault.isInstalled)
            let folder = try TemporaryFolder()
            let url = folder.file("Tallies.sqlite")
            let stack = try Stack(at: url, TallyModel.tallies(), options: fault.options)
            try TallyModel.fill(stack)
            let context = stack.context()
            let failures = try context.performAndWait {
                try failAtEachCall(fault, folder, context)
            }
            #expect(failures > 0)
            print("ran: \(failures) faults")
            try stack.coordinator.remove(stack.store)
            let check = try ToolRun("store", "check", url.path)
            #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
        }

        /// Gives how many saves failed.
        private func failAtEachCall(
            _ fault: SystemFault, _ folder: TemporaryFolder, _ context: NSManagedObjectContext
        ) throws -> Int {
            let tally = try TallyModel.all(context)[0]
            var failures = 0
            for nth in 1...2_000 {
                try TallyModel.change(tally, "w", nth)
                let outcome = fault.run(nth, in: folder) { try context.save() }
                if outcome.error != nil {
                    failures += 1
                    // Whatever became of it, in doubt or not: the same context tries again.
                    try context.save()
                }
                #expect(!context.hasChanges)
                context.refresh(tally, mergeChanges: false)
                let holding = TallyModel.holding(tally)
                #expect(holding.isWhole && holding.count == nth, "call \(nth): \(holding.count)")
                if outcome.hits == 0 || holding.count != nth { return failures }
            }
            Issue.record("there is no end of calls")
            return failures
        }
    }
}
