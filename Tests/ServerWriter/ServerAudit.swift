// SPDX-License-Identifier: Apache-2.0
// Compares a store with the log of what was acknowledged: nothing may be missing, nothing may be there twice.

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
        let entries = try ServerLedger.pairs("Entry", engine).map(\.values)
        let counters = try ServerLedger.pairs("Counter", engine).map(\.values)
        let stored = Set(entries)
        let (saved, doubtful) = try logged()
        let missing = saved.subtracting(stored)
        let twice = entries.count - stored.count
        let strangers = stored.subtracting(saved).subtracting(doubtful)
        var wrong = 0
        for counter in counters
        where entries.filter({ $0[0] == counter[0] }).map({ $0[1] }).max() ?? 0 != counter[1] { wrong += 1 }
        print(
            "acknowledged \(saved.count), stored \(entries.count), acknowledged but lost \(missing.count), twice \(twice), "
                + "counters wrong \(wrong), stored without an answer \(strangers.count), of \(doubtful.count) in doubt "
                + "\(doubtful.intersection(stored).count) stored")
        return missing.isEmpty && twice == 0 && wrong == 0
    }

    private func logged() throws -> (saved: Set<[Int64]>, doubtful: Set<[Int64]>) {
        var saved: Set<[Int64]> = []
        var doubtful: Set<[Int64]> = []
        for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            let pair = words.dropFirst().compactMap { Int64($0) }
            if words[0] == "saved" { saved.insert(pair) } else { doubtful.insert(pair) }
        }
        return (saved, doubtful)
    }
}
#endif
