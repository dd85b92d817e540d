// SPDX-License-Identifier: Apache-2.0
// The side tables of attributes that merge. They are made when a store is first opened for writing with a model that has such
// attributes. Their names begin with PERDURE; Apple's framework and programs without such a model ignore them.
// PerdureSQL/Mapping/MergeTable.swift and SaveMarkTable.swift explain their content.

import PerdureSQL
import PerdureStore

/// The side tables of one store.
struct MergeTables: FileOpeningStep {
    private let connection: SQLiteConnection

    static func run(_ file: OpenedFile) throws {
        guard !file.options.isReadOnly else { return }
        try MergeTables(connection: file.writer).makeIfNeeded(file.schema, file.entities)
    }

    /// Makes the missing tables.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - entities: the entities of the store; nil for all.
    /// - Throws: any error of SQLite, `StoreError.busy` while another process writes.
    private func makeIfNeeded(_ schema: Schema, _ entities: Set<Int32>?) throws {
        let merges = schema.entities.contains { layout in
            entities?.contains(layout.number) ?? true && !layout.mergeSlots.isEmpty
        }
        guard merges, try !missing().isEmpty else { return }
        try connection.beginWriting()
        do {
            // Another process may have been faster.
            for table in try missing() { try connection.execute(table.sql) }
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    private func missing() throws -> [SQLDefinition] {
        try [MergeTable.definition, SaveMarkTable.definition].filter { try !connection.hasObject($0.name) }
    }
}
