// SPDX-License-Identifier: Apache-2.0
// Opening a store with the next version of its model while the k-th call of SQLite fails, or ends the process: the old store
// or the new one. FaultyDerivedTests.swift does so for derived attributes alone.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

extension SystemFaultTests {
    @Suite struct FaultyMigrationTests {
        @Test(
            "MIG-45 MIG-142 each call of a migration in place fails: all or nothing",
            arguments: [
                SystemFault(calls: .writing), SystemFault(calls: .writing, code: 13, stays: true),
                SystemFault(calls: .all, stays: true, journal: "DELETE"),
            ])
        func fails(_ fault: SystemFault) throws {
            try #require(SystemFault.isInstalled)
            let stage = try VersionStage(shopIn: fault.journal)
            var (failures, nth, isDone) = (0, 0, false)
            while !isDone && nth < 2_000 {
                nth += 1
                let (folder, url) = try stage.copy()
                let outcome = fault.run(nth, in: folder) { try stage.open(url, options: fault.options) }
                if let error = outcome.error {
                    expectFaultError(error, url)
                    failures += 1
                }
                try stage.expectOldOrNew(url)
                try stage.finish(url)
                isDone = outcome.hits == 0
            }
            // Every call had its turn.
            #expect(isDone && failures > 0)
        }

        @Test(
            "MIG-142 a kill at each call that writes leaves all rows under the old version or the new one",
            arguments: ["WAL", "DELETE"])
        func kills(_ journal: String) throws {
            let stage = try VersionStage(shopIn: journal)
            var (step, isDone) = (0, false)
            while !isDone && step < 500 {
                step += 1
                let (_, url) = try stage.copy()
                let run = try FaultWriter("shop", url.path, "\(step)", "journal_mode=\(journal)").finish()
                isDone = run.exitCode == 0
                #expect(isDone == run.lines.contains("open"), "\(run.lines) \(run.errors)")
                try stage.expectOldOrNew(url)
                try stage.finish(url)
            }
            #expect(isDone && step > 3)
        }

        @Test("MIG-140 of several processes that open a store at once one migrates, the others wait and open")
        func processes() throws {
            let stage = try VersionStage(shopIn: "WAL")
            let (_, url) = try stage.copy()
            // No call has that number.
            let writers = try (0..<4).map { _ in try FaultWriter("shop", url.path, "1000000") }
            for writer in writers {
                let run = try writer.finish()
                #expect(run.exitCode == 0 && run.lines == ["open"], "\(run.lines) \(run.errors)")
            }
            try stage.finish(url)
        }
    }
}
