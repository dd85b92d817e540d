// SPDX-License-Identifier: Apache-2.0
// Compares a store with the log of what was acknowledged: nothing may be missing, nothing may be there twice, and nothing that was
// reported as failed may be there at all. AuditFindings.swift judges.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdureStore

/// The audit after a load.
struct ServerAudit {
    let url: String
    let schema: String
    let log: String

    /// Whether the store has what it must have; prints what differs.
    func run() throws -> Bool {
        let engine = try ServerLedger.open(url, schema)
        defer { try? engine.close() }
        let findings = try AuditFindings(
            log: try String(contentsOfFile: log, encoding: .utf8),
            entries: try ServerLedger.pairs("Entry", engine).map(\.values),
            counters: try ServerLedger.pairs("Counter", engine).map(\.values))
        print(findings.summary)
        for problem in findings.problems { print("WRONG: \(problem)") }
        return findings.problems.isEmpty
    }
}
#endif
