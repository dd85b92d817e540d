// SPDX-License-Identifier: Apache-2.0
// Values that may lie in files: what a statement has to do with them before it writes or removes a row. The files
// themselves are the backend's (WriteSupport.swift).

import PerdureStore

/// The columns of a statement whose values may lie apart from their rows.
struct ExternalValues: Sendable {
    private let columns: [WriteColumn]
    private let entity: Int32
    private let table: String

    /// Asked before each row: most statements have no such columns.
    var isEmpty: Bool { columns.isEmpty }

    /// - Parameters:
    ///   - columns: The columns that the statement writes, or takes away with the row.
    ///   - entity: The entity of the rows.
    ///   - mapping: The mapping of the store.
    init(_ columns: [WriteColumn], of entity: EntityMapping, _ mapping: StoreMapping) {
        self.columns = columns.filter(\.liesApart)
        self.entity = entity.entity
        table = mapping.tables[entity.table].name
    }

    /// Notes what lies behind the values of a row that are about to be replaced or removed.
    func release(_ key: ObjectKey, in pipeline: WritePipeline) throws {
        for column in columns {
            try pipeline.connection.release(
                column.name, of: key.number, table: table, pipeline.mapping.system, pipeline.support)
        }
    }

    /// The row with what stands in its columns for such values.
    func storing(_ row: Row, in pipeline: WritePipeline) throws -> Row {
        let layout = pipeline.mapping.schema[entity]
        var values = row.values
        for column in columns {
            guard case .data(let data) = values[column.slot] else { continue }
            values[column.slot] = .data(
                try pipeline.support.storeExternal(
                    data, entity: layout.name, property: layout.properties[column.slot].name))
        }
        return Row(key: row.key, version: row.version, values: values)
    }
}

extension SQLConnection {
    /// Notes the file behind the value of a column.
    func release(
        _ column: String, of row: Int64, table: String, _ system: SystemColumns, _ support: any WriteSupport
    ) throws {
        let statement = try statement(
            "SELECT \(quotedName(column)) FROM \(quotedName(table)) WHERE \(system.key) = ?")
        defer { statement.reset() }
        try statement.bind(row, at: 1)
        if try statement.step(), !statement.isNull(0) { support.releaseExternal(statement.blob(0)) }
    }
}
