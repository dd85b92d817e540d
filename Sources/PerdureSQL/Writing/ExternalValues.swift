// SPDX-License-Identifier: Apache-2.0
// Values that may lie in files: what a statement has to do with them before it writes or removes a row. The files
// themselves are the backend's (WriteSupport.swift).

import PerdureStore

/// The columns of a statement whose values may lie apart from their rows.
struct ExternalValues: Sendable {
    private let columns: [Column]
    private let entity: Int32

    private struct Column {
        let slot: Int
        /// Reads what stands in the column.
        let reading: String
    }

    /// Asked before each row: most statements have no such columns.
    var isEmpty: Bool { columns.isEmpty }

    /// - Parameters:
    ///   - columns: The columns that the statement writes, or takes away with the row.
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

    /// The statement that reads a column of the row 1.
    static func reading(
        _ column: String, of table: String, _ system: SystemColumns, _ dialect: SQLDialect
    ) -> String {
        var select = SQLSelect([.own(column)], from: .only(table))
        select.filter = .binary(.own(system.key), .equal, .parameter(1))
        return SQLPrinter.print(select, dialect: dialect).text
    }

    /// Notes what lies behind the values of a row that are about to be replaced or removed.
    func release(_ key: ObjectKey, in executor: RowExecutor) throws {
        for column in columns {
            try executor.connection.release(column.reading, of: key.number, executor.support)
        }
    }

    /// The row with what stands in its columns for such values.
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
    /// - Throws: What the database reports.
    func release(_ reading: String, of row: Int64, _ support: any WriteSupport) throws {
        let statement = try statement(reading)
        defer { statement.reset() }
        try statement.bind(row, at: 1)
        if try statement.step(), !statement.isNull(0) { support.releaseExternal(statement.blob(0)) }
    }
}
