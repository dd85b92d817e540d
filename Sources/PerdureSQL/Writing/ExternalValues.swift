// SPDX-License-Identifier: Apache-2.0
// Values that may lie in files: the work before a statement writes or removes a row. The backend manages the files
// (WriteSupport.swift).

import PerdureStore

/// The columns of a statement whose values may lie in files.
struct ExternalValues: Sendable {
    private let columns: [Column]
    private let entity: Int32

    private struct Column {
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
        self.columns = columns.filter(\.liesApart).map { column in
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

    /// Notes the files of a row's values before a statement replaces or removes the values.
    func release(_ key: ObjectKey, in executor: RowExecutor) throws {
        for column in columns {
            try executor.connection.release(column.reading, of: key.number, executor.support)
        }
    }

    /// Stores the row's values in files and returns the row with the bytes for its columns.
    func storing(_ row: Row, in executor: RowExecutor) throws -> Row {
        let layout = executor.mapping.schema[entity]
        var values = row.values
        for column in columns {
            guard case .data(let data) = values[column.slot] else { continue }
            values[column.slot] = .data(
                try executor.support.storeExternal(
                    data, entity: layout.name, property: layout.properties[column.slot].name))
        }
        return Row(key: row.key, version: row.version, values: values)
    }
}

extension SQLConnection {
    /// Notes the file behind the value of a column.
    ///
    /// - Parameters:
    ///   - reading: The statement that reads the column.
    ///   - row: The row's number.
    ///   - support: Knows the files.
    /// - Throws: Any error of the database.
    func release(_ reading: String, of row: Int64, _ support: any WriteSupport) throws {
        let statement = try statement(reading)
        defer { statement.reset() }
        try statement.bind(row, at: 1)
        if try statement.step(), !statement.isNull(0) { support.releaseExternal(statement.blob(0)) }
    }
}
