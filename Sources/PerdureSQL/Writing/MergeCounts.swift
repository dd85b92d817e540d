// SPDX-License-Identifier: Apache-2.0
// Steps of a schedule that maintain the counts of merging writes (MergeTable.swift).

import PerdureStore

extension RowExecutor {
    /// Counts merging writes for rows of one table.
    func countMergingWrites(_ numbers: [Int64], _ index: Int) throws {
        guard let texts = statements.mergeCounts(of: index) else { return }
        try run(texts.count, for: numbers)
    }

    /// Deletes the counts of keys that get a new row, whichever program deleted the former row.
    func forgetMergingWrites(_ numbers: [Int64], _ index: Int) throws {
        guard let texts = statements.mergeCounts(of: index) else { return }
        try run(texts.removal, for: numbers)
    }

    /// Runs a statement with the key of each row.
    private func run(_ text: String, for numbers: [Int64]) throws {
        let statement = try connection.statement(text)
        for number in numbers {
            try statement.bind(number, at: 1)
            try statement.run()
        }
    }
}
