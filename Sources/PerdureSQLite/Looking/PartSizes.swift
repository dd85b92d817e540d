// SPDX-License-Identifier: Apache-2.0
// The bytes of tables and indexes. SQLite counts their pages in dbstat, which not every build has; without it the sizes are
// estimated from the values, and scaled to the pages that are in use.

import PerdureStore

/// Measures tables and indexes.
struct PartSizes {
    let connection: SQLiteConnection

    func measure(_ found: inout StoreStatistics, counting: Bool) throws {
        let counted = counting ? try? counted() : nil
        found.isCounted = counted != nil
        let bytes = try counted ?? estimated((found.pages - found.freePages) * found.pageSize)
        let parts = try connection.all(
            "SELECT type, name, tbl_name FROM sqlite_master WHERE type IN ('table', 'index') AND rootpage > 0"
        ) { (isTable: $0.text(0) == "table", name: $0.text(1), table: $0.text(2)) }
        for part in parts.sorted(by: { $0.name < $1.name }) {
            let size = StoreStatistics.Part(
                name: part.name, table: part.isTable ? nil : part.table, bytes: bytes[part.name] ?? 0)
            if part.isTable { found.tables.append(size) } else { found.indexes.append(size) }
        }
    }

    private func counted() throws -> [String: Int64] {
        Dictionary(
            try connection.all("SELECT name, SUM(pgsize) FROM dbstat GROUP BY name") {
                ($0.text(0), $0.integer(1))
            },
            uniquingKeysWith: +)
    }

    // MARK: Estimates

    /// Shares of the pages in use, by the bytes of values and of what stands around them.
    private func estimated(_ total: Int64) throws -> [String: Int64] {
        var weights: [String: Double] = [:]
        let tables = try connection.all(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0"
        ) { $0.text(0) }
        for table in tables {
            let (rows, columns) = try contents(of: table)
            // A row has a length, a number and a header with a type for each column; an empty table has one page.
            weights[table] = columns.values.reduce(Double(rows * Int64(columns.count + 5)), +) + 100
            for index in try indexes(of: table) {
                let values = index.columns.reduce(0.0) { $0 + (columns[$1] ?? 0) }
                weights[index.name] = values + Double(rows * Int64(index.columns.count + 6)) + 100
            }
        }
        let sum = weights.values.reduce(0, +)
        return weights.mapValues { Int64(Double(total) * $0 / max(sum, 1)) }
    }

    /// The number of rows, and the bytes of each column.
    private func contents(of table: String) throws -> (Int64, [String: Double]) {
        let names = try connection.all(
            "SELECT name FROM pragma_table_info(?)", [.text(table)]
        ) { $0.text(0) }
        let rows = try connection.first("SELECT COUNT(*) FROM \(table.quotedName)") { $0.integer(0) } ?? 0
        var columns: [String: Double] = [:]
        for name in names {
            columns[name] = try connection.first(
                "SELECT \(ValueSize.sum(name)) FROM \(table.quotedName)"
            ) { $0.real(0) }
        }
        return (rows, columns)
    }

    private func indexes(of table: String) throws -> [(name: String, columns: [String])] {
        let names = try connection.all(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND rootpage > 0",
            [.text(table)]
        ) { $0.text(0) }
        return try names.map { name in
            (name, try connection.all("SELECT name FROM pragma_index_info(?)", [.text(name)]) { $0.text(0) })
        }
    }
}
