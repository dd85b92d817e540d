// SPDX-License-Identifier: Apache-2.0
// What a database's plan says of indexes, in one sentence.

import PerdureStore

/// Whether indexes serve a fetch.
package struct IndexUse: Sendable {
    /// The indexes that find rows.
    package private(set) var indexes: [String] = []
    /// The steps that read whole tables.
    package private(set) var scans: [String] = []
    /// Whether results are sorted after they were found.
    package private(set) var sorts = false

    /// Reads the plan of SQLite or of a PostgreSQL server.
    package init(_ steps: [String]) {
        for step in steps.map({ $0.drop { $0 == " " || $0 == "-" || $0 == ">" } }) {
            if step.contains("TEMP B-TREE FOR ORDER BY") || step.hasPrefix("Sort") { sorts = true }
            if let index = Self.index(step) {
                if !indexes.contains(index) { indexes.append(index) }
            } else if step.hasPrefix("SCAN ") || step.hasPrefix("Seq Scan") {
                scans.append(String(step))
            }
        }
    }

    private static func index(_ step: Substring) -> String? {
        if step.contains("USING INTEGER PRIMARY KEY") { return "the primary key" }
        for start in ["USING COVERING INDEX ", "USING INDEX ", "Index Scan using ", "Index Only Scan using "]
        {
            guard let found = step.firstRange(of: start) else { continue }
            return String(step[found.upperBound...].prefix { $0 != " " })
        }
        return nil
    }

    /// One sentence for people.
    package var verdict: String {
        let served = indexes.joined(separator: ", ")
        let sorted = sorts ? "; the results are sorted afterwards" : ""
        if scans.isEmpty {
            return indexes.isEmpty ? "no table is read" : "an index serves: \(served)\(sorted)"
        }
        let rest = indexes.isEmpty ? "" : " (beside it an index serves: \(served))"
        return "no index serves: whole tables are read\(rest)\(sorted)"
    }
}
