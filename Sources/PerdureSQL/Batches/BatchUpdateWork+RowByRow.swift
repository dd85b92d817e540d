// SPDX-License-Identifier: Apache-2.0
// Updates in which rows exchange unique values, such as "rank = rank + 1". The new values are computed for all rows, the old
// values are cleared, and then each row gets its new values. Part of BatchUpdateWork.swift.

import PerdureStore

extension BatchUpdateWork {
    /// Writes the rows one by one.
    ///
    /// A unique index ignores rows with a NULL, so the computed columns of a violated constraint are cleared before. Rows may pass
    /// on the values of several constraints, which the database names one at a time.
    ///
    /// - Throws: `StoreError.violatedConstraint` when the new values are not unique.
    func writeRowByRow(
        _ list: KeyList, _ violated: [String], _ connection: any SQLConnection, _ support: any WriteSupport
    ) throws {
        let rows = try computed(list, connection)
        var cleared = changing(violated)
        try clear(cleared, [.nextVersion(system)], list, connection)
        while let violated = try refusal(of: rows, connection, support) {
            let further = changing(violated).subtracting(cleared)
            guard !further.isEmpty else { throw constraint(violated) }
            cleared.formUnion(further)
            try clear(cleared, [], list, connection)
        }
    }

    /// Those columns that get a value of its own in each row.
    private func changing(_ names: [String]) -> Set<String> {
        Set(columns.filter { !$0.value.isSameForAllRows }.map(\.column)).intersection(names)
    }

    private func clear(
        _ names: Set<String>, _ others: [SQLUpdate.Assignment], _ list: KeyList,
        _ connection: any SQLConnection
    ) throws {
        let clearing = SQLUpdate(
            row.name, others + names.sorted().map(SQLUpdate.Assignment.clearing),
            where: list.contains(.own(system.key)))
        try connection.run(SQLPrinter.print(clearing, dialect: engine.translator.dialect))
    }

    /// Writes the rows until one violates a constraint, and returns the constraint's columns; nil when all are written.
    private func refusal(
        of rows: [[SQLBinding]], _ connection: any SQLConnection, _ support: any WriteSupport
    ) throws -> [String]? {
        let text = SQLPrinter.print(writing, dialect: engine.translator.dialect).text
        for values in rows {
            do { try support.attempt { try connection.run(SQLText(text, values)) } } catch {
                guard let violated = support.violatedColumns(error) else { throw error }
                return violated
            }
        }
        return nil
    }

    /// The statement that writes one row, whose version is raised already.
    ///
    /// Its placeholders are the values in the order of the columns, then the key.
    private var writing: SQLUpdate {
        let values = columns.enumerated().map { SQLUpdate.Assignment($1.column, .parameter($0 + 1)) }
        return SQLUpdate(
            row.name, values, where: .binary(.own(system.key), .equal, .parameter(columns.count + 1)))
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
