// SPDX-License-Identifier: Apache-2.0
// Steps of a schedule that maintain the counts of merging writes (MergeTable.swift).

import PerdureStore

extension RowExecutor {
    /// Counts merging writes for rows of one table.
    func countMergingWrites(_ numbers: [Int64], _ index: Int) throws {
        let table = mapping.tables[index]
        guard let count = table.versions.count(numbers, of: table.name, mapping.system) else { return }
        try connection.run(SQLPrinter.print(count, dialect: statements.dialect))
    }

    /// Deletes the counts of keys that get a new row, whichever program deleted the former row.
    func forgetMergingWrites(_ numbers: [Int64], _ index: Int) throws {
        guard let delete = mapping.tables[index].versions.removal else { return }
        let statement = try connection.statement(SQLPrinter.print(delete, dialect: statements.dialect).text)
        for number in numbers {
            try statement.bind(number, at: 1)
            try statement.run()
        }
    }
}
