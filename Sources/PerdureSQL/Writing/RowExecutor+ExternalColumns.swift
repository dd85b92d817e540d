// SPDX-License-Identifier: Apache-2.0
// Values that may lie in files: the work before a statement writes or removes a row. The backend manages the files
// (WriteSupport.swift); ExternalColumns.swift has the columns.

import PerdureStore

extension RowExecutor {
    /// Notes the files of a row's values before a statement replaces or removes the values.
    func release(_ key: ObjectKey, _ external: ExternalColumns) throws {
        for column in external.columns { try connection.release(column.reading, of: key.number, support) }
    }

    /// Stores the row's values in files and returns the row with the bytes for its columns.
    func storing(_ row: Row, _ external: ExternalColumns) throws -> Row {
        let layout = mapping.schema[external.entity]
        var values = row.values
        for column in external.columns {
            guard case .data(let data) = values[column.slot] else { continue }
            values[column.slot] = .data(
                try support.storeExternal(
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
