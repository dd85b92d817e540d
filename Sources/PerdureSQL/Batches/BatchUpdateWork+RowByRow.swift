// SPDX-License-Identifier: Apache-2.0
// Updates in which rows exchange unique values, such as "rank = rank + 1". The new values are computed for all rows, the old
// values are cleared, and then each row gets its new values. Part of BatchUpdateWork.swift.

import PerdureStore

extension BatchUpdateWork {
    /// Writes the rows one by one.
    ///
    /// - Throws: `StoreError.violatedConstraint` when the new values are not unique.
    func writeRowByRow(
        _ list: KeyList, _ violated: [String], _ connection: any SQLConnection, _ support: any WriteSupport
    ) throws {
        let rows = try computed(list, connection)
        let dialect = engine.translator.dialect
        // A unique index ignores rows with a NULL, so clearing one column of the constraint is enough.
        let cleared = columns.map(\.column).filter(violated.contains)
        let clearing = SQLUpdate(
            row.name, cleared.map(SQLUpdate.Assignment.clearing), where: list.contains(.own(system.key)))
        try connection.run(SQLPrinter.print(clearing, dialect: dialect))
        let text = SQLPrinter.print(writing, dialect: dialect).text
        for values in rows {
            do { try support.attempt { try connection.run(SQLText(text, values)) } } catch {
                throw support.violatedColumns(error).map(constraint) ?? error
            }
        }
    }

    /// The statement that writes one row.
    ///
    /// Its placeholders are the values in the order of the columns, then the key.
    private var writing: SQLUpdate {
        let values = columns.enumerated().map { SQLUpdate.Assignment($1.column, .parameter($0 + 1)) }
        return SQLUpdate(
            row.name, [.nextVersion(system)] + values,
            where: .binary(.own(system.key), .equal, .parameter(columns.count + 1)))
    }

    /// The new values of each row, followed by its key.
    private func computed(_ list: KeyList, _ connection: any SQLConnection) throws -> [[SQLBinding]] {
        var select = SQLSelect(
            columns.map(\.value) + [row.column(system.key)], from: .table(row.name, alias: row.alias))
        select.filter = list.contains(row.column(system.key))
        let query = try SQLPrinter.adapted(select, engine.mapping, engine.translator.dialect)
        return try connection.all(query) { statement in (0...columns.count).map(statement.value) }
    }
}
