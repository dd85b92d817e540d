// SPDX-License-Identifier: Apache-2.0
// Opening a store with other derived attributes while the k-th call of SQLite fails, or ends the process: the old
// triggers, values and metadata, or the new ones.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

extension SystemFaultTests {
    @Suite struct FaultyDerivedTests {
        /// From a version of DerivedVersions to another: a migration, its way back, and an expression that changed.
        private static let ways = [[1, 2], [2, 1], [2, 3]]

        @Test(
            "DER-45 DER-46 MG-28 each call of a migration or a rebuild fails: all or nothing",
            arguments: ways,
            [SystemFault(), SystemFault(calls: .writing, stays: true, journal: "DELETE")])
        func fails(_ way: [Int], _ fault: SystemFault) throws {
            try #require(SystemFault.isInstalled)
            let stage = try VersionStage(derived: way, journal: fault.journal)
            let options = DerivedVersions.migrating.merging(fault.options) { $1 }
            var (failures, nth, isDone) = (0, 0, false)
            while !isDone && nth < 2_000 {
                nth += 1
                let (folder, url) = try stage.copy()
                let outcome = fault.run(nth, in: folder) {
                    let stack = try Stack(at: url, DerivedVersions.version(way[1]), options: options)
                    try stack.coordinator.remove(stack.store)
                }
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
            "DER-45 DER-46 MG-31 a kill at each call that writes leaves the old state or the new one",
            arguments: ways, ["WAL", "DELETE"])
        func kills(_ way: [Int], _ journal: String) throws {
            let stage = try VersionStage(derived: way, journal: journal)
            var (step, isDone) = (0, false)
            while !isDone && step < 300 {
                step += 1
                let (_, url) = try stage.copy()
                let run = try FaultWriter(
                    "derive", url.path, "\(step)", "\(way[1])", "journal_mode=\(journal)"
                ).finish()
                isDone = run.exitCode == 0
                #expect(isDone == run.lines.contains("open"), "\(run.lines) \(run.errors)")
                try stage.expectOldOrNew(url)
                try stage.finish(url)
            }
            #expect(isDone && step > 3)
        }

        @Test(
            "DER-46 MG-28 several processes that open a store at once find it done by one of them",
            arguments: ways)
        func processes(_ way: [Int]) throws {
            let stage = try VersionStage(derived: way, journal: "WAL")
            let (_, url) = try stage.copy()
            // No call has that number.
            let writers = try (0..<4).map { _ in try FaultWriter("derive", url.path, "1000000", "\(way[1])") }
            for writer in writers {
                let run = try writer.finish()
                #expect(run.exitCode == 0 && run.lines == ["open"], "\(run.lines) \(run.errors)")
            }
            try stage.finish(url)
        }
    }
}
