// SPDX-License-Identifier: Apache-2.0
// The tables of a store in Core Data's files: rules are in AppleNaming.swift, a file's own names in FileNames.swift.

import PerdureSQL
import PerdureStore

extension StoreMapping {
    /// Maps a schema's entities to tables as Core Data's files have them.
    ///
    /// - Parameters:
    ///   - schema: The whole model.
    ///   - entities: The entities of the store's configuration; nil for all. Ancestors are added.
    ///   - existing: The file's own tables, when there is a file: names and numbers come from it.
    /// - Throws: `StoreError.schemaMismatch` when the file lacks a table or a column,
    ///   `StoreError.invalidSchema` when names cannot be used in a database.
    package convenience init(schema: Schema, entities: Set<Int32>? = nil, existing: ExistingSchema? = nil)
        throws
    {
        try self.init(
            schema: schema, entities: entities, naming: AppleNaming(), stored: FileNames(existing))
    }
}
