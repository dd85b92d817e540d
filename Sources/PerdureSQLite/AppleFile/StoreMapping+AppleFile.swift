// SPDX-License-Identifier: Apache-2.0
// The tables of a store in Core Data's files: AppleNaming.swift has the rules, FileNames.swift the names in a file.

import PerdureSQL
import PerdureStore

extension StoreMapping {
    /// Maps a schema's entities to tables of Core Data's form.
    ///
    /// - Parameters:
    ///   - schema: The whole model.
    ///   - entities: The entities of the store's configuration; nil for all. Ancestors are added.
    ///   - existing: The file's tables, if there is a file: names and numbers come from it.
    /// - Throws: `StoreError.schemaMismatch` when the file lacks a table or a column,
    ///   `StoreError.invalidSchema` when names cannot be used in a database.
    package convenience init(schema: Schema, entities: Set<Int32>? = nil, existing: ExistingSchema? = nil)
        throws
    {
        try self.init(
            schema: schema, entities: entities, naming: AppleNaming(), stored: FileNames(existing))
    }
}
