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
            try VersionStage(shopIn: fault.journal).expectAllOrNothing(fault)
        }

        @Test(
            "MIG-142 a kill at each call that writes leaves all rows under the old version or the new one",
            arguments: ["WAL", "DELETE"])
        func kills(_ journal: String) throws {
            try VersionStage(shopIn: journal).expectKills(500) {
                ["shop", $0.path, "\($1)", "journal_mode=\(journal)"]
            }
        }

        @Test("MIG-140 of several processes that open a store at once one migrates, the others wait and open")
        func processes() throws {
            try VersionStage(shopIn: "WAL").expectOneMigrates { ["shop", $0.path, "\($1)"] }
        }
    }
}
