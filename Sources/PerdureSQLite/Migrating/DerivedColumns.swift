// SPDX-License-Identifier: Apache-2.0
// Adds missing columns and indexes of derived attributes to a file. Part of InPlaceMigration.swift.

import PerdureSQL
import PerdureStore

/// Adds columns within the current transaction.
struct DerivedColumns {
    let connection: SQLiteConnection
    /// The mapping of the new model; the file may lack some of its columns.
    let mapping: StoreMapping

    func add() throws {
        var added: Set<String> = []
        for attribute in DerivedAttribute.all(in: mapping) where try add(attribute) {
            added.insert(attribute.column.name)
        }
        try addIndexes(on: added)
    }

    /// Adds a column, and returns whether it is new.
    ///
    /// A column of another type, from a former version, is removed first.
    private func add(_ attribute: DerivedAttribute) throws -> Bool {
        let table = quotedName(attribute.table)
        let column = attribute.column
        let type = try connection.first(
            "SELECT type FROM pragma_table_info(?) WHERE name = ?",
            [.text(attribute.table), .text(column.name)]
        ) { $0.text(0) }
        if type == column.columnType.text { return false }
        if type != nil { try remove(attribute) }
        try connection.execute(
            "ALTER TABLE \(table) ADD COLUMN \(SQLIdentifier.quoted(column.name)) \(column.columnType.text)"
        )
        return true
    }

    /// Removes a column with its indexes; its triggers are gone already.
    private func remove(_ attribute: DerivedAttribute) throws {
        let indexes = try connection.all(
            "SELECT DISTINCT m.name FROM sqlite_master m, pragma_index_info(m.name) i"
                + " WHERE m.type = 'index' AND m.sql IS NOT NULL AND m.tbl_name = ? AND i.name = ?",
            [.text(attribute.table), .text(attribute.column.name)]
        ) { $0.text(0) }
        for index in indexes { try connection.execute("DROP INDEX \(quotedName(index))") }
        try connection.execute(
            "ALTER TABLE \(quotedName(attribute.table)) DROP COLUMN \(quotedName(attribute.column.name))")
    }

    private func addIndexes(on columns: Set<String>) throws {
        for index in try SchemaDefinition.indexes(of: mapping)
        where columns.contains(where: { index.sql.contains(SQLIdentifier.quoted($0)) }) {
            if try !connection.hasObject(index.name) { try connection.execute(index.sql) }
        }
    }
}
