// SPDX-License-Identifier: Apache-2.0
// What an audit finds: the rows of a store beside the log of its writers. A save that was acknowledged is stored once, a save that is
// in doubt may be stored, and no other one is: an error that is not the doubt says that nothing was written.

#if PostgreSQL
import Foundation

/// The comparison of rows with a log.
struct AuditFindings {
    /// A line that no writer writes.
    struct BadLine: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var saved: Set<[Int64]> = []
    private(set) var doubtful: Set<[Int64]> = []
    private let entries: [[Int64]]
    private let stored: Set<[Int64]>
    private let wrongCounters: Int

    /// - Parameters:
    ///   - log: "saved WRITER NUMBER" or "doubt WRITER NUMBER" in each line.
    ///   - entries: writers and numbers.
    ///   - counters: writers and how many entries they have.
    /// - Throws: `BadLine` for a log that is none.
    init(log: String, entries: [[Int64]], counters: [[Int64]]) throws {
        self.entries = entries
        stored = Set(entries)
        let highest = Dictionary(grouping: entries, by: { $0[0] }).mapValues { $0.map { $0[1] }.max() ?? 0 }
        wrongCounters = counters.count { highest[$0[0], default: 0] != $0[1] }
        for line in log.split(separator: "\n") { try read(line) }
    }

    private mutating func read(_ line: Substring) throws {
        let words = line.split(separator: " ")
        let pair = words.dropFirst().compactMap { Int64($0) }
        switch words.first {
        case "saved" where pair.count == 2: saved.insert(pair)
        case "doubt" where pair.count == 2: doubtful.insert(pair)
        default: throw BadLine(description: "the log has the line '\(line)'")
        }
    }

    private var missing: Int { saved.subtracting(stored).count }
    private var strangers: Int { stored.subtracting(saved).subtracting(doubtful).count }
    private var twice: Int { entries.count - stored.count }

    /// What must not be; empty for a store that has what it must have.
    var problems: [String] {
        [
            (saved.isEmpty, "nothing was acknowledged"),
            (missing > 0, "\(missing) acknowledged saves are lost"),
            (twice > 0, "\(twice) entries are stored twice"),
            (wrongCounters > 0, "\(wrongCounters) counters are wrong"),
            (strangers > 0, "\(strangers) saves are stored that were reported as failed"),
        ].filter(\.0).map(\.1)
    }

    var summary: String {
        "acknowledged \(saved.count), stored \(entries.count), acknowledged but lost \(missing), twice \(twice), "
            + "counters wrong \(wrongCounters), reported as failed but stored \(strangers), of \(doubtful.count) in doubt "
            + "\(doubtful.intersection(stored).count) stored"
    }
}
#endif
