// SPDX-License-Identifier: Apache-2.0
// The columns of a statement whose values may lie in files. RowExecutor+ExternalColumns.swift does the work before a statement writes or
// removes a row.

import PerdureStore

/// The columns of a statement whose values may lie in files.
struct ExternalColumns: Sendable {
    let columns: [Column]
    let entity: Int32

    /// One column.
    struct Column {
        let slot: Int
        /// The statement that reads the column.
        let reading: String
    }

    /// Whether no column has such values.
    ///
    /// Each row asks; most statements have none.
    var isEmpty: Bool { columns.isEmpty }

    /// - Parameters:
    ///   - columns: The columns that the statement writes, or that it removes with the row.
    ///   - entity: The entity of the rows.
    ///   - mapping: The mapping of the store.
    ///   - dialect: Prints the statements.
    init(
        _ columns: [WriteColumn], of entity: EntityMapping, _ mapping: StoreMapping, _ dialect: SQLDialect
    ) {
        let table = mapping.tables[entity.table].name
        self.columns = columns.filter(\.mayLieInFile).map { column in
            Column(slot: column.slot, reading: Self.reading(column.name, of: table, mapping.system, dialect))
        }
        self.entity = entity.entity
    }

    /// The statement that reads a column of one row; placeholder 1 is the row's key.
    static func reading(
        _ column: String, of table: String, _ system: SystemColumns, _ dialect: SQLDialect
    ) -> String {
        var select = SQLSelect([.own(column)], from: .only(table))
        select.filter = .binary(.own(system.key), .equal, .parameter(1))
        return SQLPrinter.print(select, dialect: dialect).text
    }
}
