// SPDX-License-Identifier: Apache-2.0
// Reads the names and numbers of a file's tables, for StoreMapping.

import PerdureSQL
import PerdureStore

/// Reads tables, columns and entity numbers of a file.
enum ExistingSchemaReader {
    static func read(_ connection: SQLiteConnection) throws -> ExistingSchema {
        let columns = try connection.all(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
        ) { ($0.text(0), $0.text(1)) }
        var tables: [String: [String]] = [:]
        for (table, column) in columns { tables[table, default: []].append(column) }
        let entities = try EntityRow.all(connection).compactMap(existingEntity)
        return ExistingSchema(path: connection.path, tables: tables, entities: entities)
    }

    /// The entity of a row in Z_PRIMARYKEY; nil for a number that does not fit, and for the numbers of a history.
    private static func existingEntity(_ row: EntityRow) -> ExistingEntity? {
        guard row.number > 0, row.number < EntityRow.historyNumbers, let number = Int32(exactly: row.number),
            let superentity = Int32(exactly: row.superentity)
        else { return nil }
        return ExistingEntity(number: number, name: row.name, superentity: superentity)
    }
}
