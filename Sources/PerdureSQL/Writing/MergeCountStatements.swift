// SPDX-License-Identifier: Apache-2.0
// The texts that maintain the counts of merging writes of one table (MergeTable.swift). MergeCounts.swift runs them.

/// The texts of the statements that maintain one table's counts; placeholder 1 of each is a row's key.
struct MergeCountStatements {
    /// Counts one merging write.
    let count: String
    /// Deletes the count.
    let removal: String

    /// Nil for a table without such counts.
    init?(_ table: TableMapping, _ system: SystemColumns, _ dialect: SQLDialect) {
        guard let count = table.versions.count(of: table.name, system), let removal = table.versions.removal
        else { return nil }
        self.count = SQLPrinter.print(count, dialect: dialect).text
        self.removal = SQLPrinter.print(removal, dialect: dialect).text
    }
}
