// SPDX-License-Identifier: Apache-2.0
// The counts of writes that move no version (MergeTable.swift), as steps of a schedule.

import PerdureStore

extension RowExecutor {
    /// Counts the writes that move no version, of rows of one table.
    func countMerges(_ numbers: [Int64], _ index: Int) throws {
        let table = mapping.tables[index]
        guard let count = table.versions.count(numbers, of: table.name, mapping.system) else { return }
        try connection.run(SQLPrinter.print(count, dialect: plans.dialect))
    }

    /// Rows that are written again begin anew, whoever deleted the former ones.
    func forgetMerges(_ numbers: [Int64], _ index: Int) throws {
        guard let delete = mapping.tables[index].versions.removal else { return }
        let statement = try connection.statement(SQLPrinter.print(delete, dialect: plans.dialect).text)
        for number in numbers {
            try statement.bind(number, at: 1)
            try statement.run()
        }
    }
}
