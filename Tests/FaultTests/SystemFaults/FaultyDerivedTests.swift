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
            try VersionStage(derived: way, journal: fault.journal).expectAllOrNothing(fault)
        }

        @Test(
            "DER-45 DER-46 MG-31 a kill at each call that writes leaves the old state or the new one",
            arguments: ways, ["WAL", "DELETE"])
        func kills(_ way: [Int], _ journal: String) throws {
            try VersionStage(derived: way, journal: journal).expectKills(300) {
                ["derive", $0.path, "\($1)", "\(way[1])", "journal_mode=\(journal)"]
            }
        }

        @Test(
            "DER-46 MG-28 several processes that open a store at once find it done by one of them",
            arguments: ways)
        func processes(_ way: [Int]) throws {
            try VersionStage(derived: way, journal: "WAL").expectOneMigrates {
                ["derive", $0.path, "\($1)", "\(way[1])"]
            }
        }
    }
}
