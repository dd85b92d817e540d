// SPDX-License-Identifier: Apache-2.0
// Renames the columns of composite attributes to Core Data's names, in a file of an earlier version of Perdure. There, each
// element's name had the composite's name in front. No row is changed. A read-only store keeps the former names;
// RenamedColumns.swift notices when another process changes them.

import PerdureSQL
import PerdureStore

/// The columns of composite attributes in one store.
struct ElementColumns {
    let connection: SQLiteConnection
    let schema: Schema
    /// The entities of the store; nil for all.
    let entities: Set<Int32>?
    let options: SQLiteOptions

    /// The store's tables, after their columns have got today's names.
    ///
    /// Read-only stores keep their names.
    ///
    /// - Throws: `StoreError.schemaMismatch`, `.busy` while another process writes, any error of SQLite. The file is
    ///   unchanged then.
    func currentMapping() throws -> StoreMapping {
        let mapping = try mapping()
        guard !options.isReadOnly, !mapping.renames.isEmpty else { return mapping }
        try connection.beginWriting()
        do {
            try rename()
            if options.isOfModel(try StoreMetadata.read(connection)) {
                try ModelCache.write(options.modelArchive, connection)
            }
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
        return try self.mapping()
    }

    /// Renames columns and indexes within the current transaction, if another process has not done it.
    func rename() throws {
        let former = try mapping()
        guard !former.renames.isEmpty else { return }
        let indexes = try SchemaDefinition.indexes(of: former)
        try makeRoom(for: former.renames)
        // The columns get temporary names first, because some of them swap their names.
        let steps = former.renames.enumerated().map { number, rename in (rename, "Z_RENAMED_\(number)") }
        for (rename, between) in steps { try alter(rename.table, rename.from, between) }
        for (rename, between) in steps { try alter(rename.table, between, rename.to) }
        try replace(indexes, with: try SchemaDefinition.indexes(of: try mapping()))
    }

    private func mapping() throws -> StoreMapping {
        try StoreMapping(
            schema: schema, entities: entities, existing: try ExistingSchemaReader.read(connection))
    }

    /// Renames a column; SQLite also renames it in the texts of indexes and triggers.
    private func alter(_ table: String, _ column: String, _ name: String) throws {
        try connection.execute(
            "ALTER TABLE \(SQLIdentifier.quoted(table)) RENAME COLUMN \(SQLIdentifier.quoted(column)) "
                + "TO \(SQLIdentifier.quoted(name))")
    }

    /// Renames a column outside of the model if its name is needed now.
    ///
    /// It keeps its values.
    private func makeRoom(for renames: [ColumnRename]) throws {
        let existing = try ExistingSchemaReader.read(connection)
        for (table, renames) in Dictionary(grouping: renames, by: \.table) {
            let leaving = Set(renames.map { $0.from.uppercased() })
            let coming = Set(renames.map { $0.to.uppercased() })
            var names = Set((existing.tables[table] ?? []).map { $0.uppercased() })
            for name in names.intersection(coming).subtracting(leaving).sorted() {
                var (free, number) = ("ZFORMER_\(name.dropFirst())", 0)
                while names.union(coming).contains(free) {
                    number += 1
                    free = "ZFORMER\(number)_\(name.dropFirst())"
                }
                names.insert(free)
                try alter(table, name, free)
            }
        }
    }

    /// Replaces indexes whose names contain names of columns.
    private func replace(_ former: [SQLDefinition], with new: [SQLDefinition]) throws {
        guard former.count == new.count else { return }
        let changed = try zip(former, new).filter { try $0.sql != $1.sql && connection.hasObject($0.name) }
        for (old, _) in changed { try connection.execute("DROP INDEX \(SQLIdentifier.quoted(old.name))") }
        for (_, new) in changed where try !connection.hasObject(new.name) { try connection.execute(new.sql) }
    }
}
