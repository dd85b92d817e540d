// SPDX-License-Identifier: Apache-2.0
// Rows that pass their unique values on to each other, such as "rank = rank + 1": all are computed first, then the values
// are taken away, and then each row gets its own. Part of BatchUpdateWork.swift.

import PerdureStore

extension BatchUpdateWork {
    /// Writes the rows one by one.
    ///
    /// - Throws: `StoreError.violatedConstraint` when the new values are not unique.
    func writeApart(
        _ list: KeyList, _ violated: [String], _ connection: any SQLConnection, _ support: any WriteSupport
    ) throws {
        let rows = try computed(list, connection)
        let table = quotedName(row.name)
        // One value of a constraint that is missing is enough for it not to be violated.
        let cleared = columns.map(\.column).filter(violated.contains).map { quotedName($0) + " = NULL" }
        try connection.run(
            SQLText(
                "UPDATE \(table) SET \(cleared.joined(separator: ", ")) WHERE \(system.key) IN "
                    + "(\(engine.translator.dialect.listSelect(.integers, "?")))", [list.numbers]))
        let names = columns.map { quotedName($0.column) + " = ?" }
        let text =
            "UPDATE \(table) SET \(system.version) = IFNULL(\(system.version), 0) + 1, \(names.joined(separator: ", ")) WHERE \(system.key) = ?"
        for values in rows {
            do { try connection.run(SQLText(text, values)) } catch {
                throw support.violatedColumns(error).map(constraint) ?? error
            }
        }
    }

    /// The new values of each row, and its key behind them.
    private func computed(_ list: KeyList, _ connection: any SQLConnection) throws -> [[SQLBinding]] {
        var select = SQLSelect(
            columns.map(\.value) + [row.column(system.key)], from: .table(row.name, alias: row.alias))
        select.filter = list.contains(row.column(system.key))
        let query = SQLPrinter.print(select, dialect: engine.translator.dialect)
        return try connection.all(query) { statement in (0...columns.count).map(statement.value) }
    }
}
