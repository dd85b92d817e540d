// SPDX-License-Identifier: Apache-2.0
// How SQLite runs a fetch.

import PerdureSQL
import PerdureStore

extension SQLiteEngine: ExplainingEngine {
    package func explanation(of plan: FetchPlan) throws -> FetchExplanation {
        // A row has its number, that of the row that it belongs to, and a text.
        var depths: [Int64: Int] = [:]
        return try engine.explanation(of: plan, word: "EXPLAIN QUERY PLAN") { row in
            let depth = depths[row.integer(1)].map { $0 + 1 } ?? 0
            depths[row.integer(0)] = depth
            return String(repeating: "  ", count: depth) + row.text(3)
        }
    }
}
