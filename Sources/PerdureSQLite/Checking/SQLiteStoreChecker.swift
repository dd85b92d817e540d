// SPDX-License-Identifier: Apache-2.0
// `perdure store check`: searches a store for damage that SQLite itself does not see. It only reads. StoreCheck.swift is one
// run; StoreFeatures.swift lists the checks of features.

import PerdureSQL
import PerdureStore

/// Checks a store's file against its model.
package enum SQLiteStoreChecker {
    /// All problems of the store; empty when the store is sound.
    ///
    /// The check only reads, and it reads the WAL too. It reports a kind of problem for at most 100 rows of a table.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - schema: The model.
    ///   - original: The store, when the file is a copy of it: the files that belong to the store lie beside the original.
    /// - Returns: The problems, those of the whole file first.
    /// - Throws: `StoreError.notAStore`, `.cannotOpen` when the file cannot be read at all.
    package static func check(path: String, schema: Schema, original: String? = nil) throws
        -> [StoreProblem]
    {
        try SQLiteStoreFile.reading(path) { connection in
            if let original {
                for sidecar in StoreFeatures.sidecars(of: original) { sidecar.attach(to: connection) }
            }
            return try check(connection, schema)
        }
    }

    /// All problems of the store that a connection reads.
    static func check(_ connection: SQLiteConnection, _ schema: Schema) throws -> [StoreProblem] {
        var check = StoreCheck(connection: connection)
        try check.file()
        do {
            let mapping = try StoreMapping(
                schema: schema, entities: StoreMetadata.entities(of: schema, connection),
                existing: try ExistingSchemaReader.read(connection))
            try check.content(mapping, StoreFeatures.parts.triggerRules(mapping), StoreFeatures.checks)
        } catch StoreError.schemaMismatch(_, let entity, let property, let reason) {
            try check.triggers(.withoutModel)
            let place = property.map { "\(entity).\($0)" } ?? entity
            check.add(StoreProblem(.error, "the file does not fit the model at \(place): \(reason)"))
        }
        return check.problems
    }
}
