// SPDX-License-Identifier: Apache-2.0
// The columns that rows have besides those of the model: what says which row it is, of which entity, and how often it was
// written. Whoever makes a statement asks the mapping for them (StoreMapping.swift).

/// The names of the columns that every entity's table starts with.
///
/// The names are plain words, so that they stand in statements as they are.
package struct SystemColumns: Sendable, Hashable {
    /// The number that makes a row's key, together with the hierarchy.
    package let key: String
    /// The number that the file gives to the row's entity; nil where each table has the rows of one entity.
    package let entity: String?
    /// Counts the writes of the row.
    package let version: String

    /// All of them, in the order of results that have rows.
    package let names: [String]

    package init(key: String, entity: String?, version: String) {
        self.key = key
        self.entity = entity
        self.version = version
        names = [key, entity, version].compactMap { $0 }
    }

    /// The place of the version in results that have rows.
    package var versionPlace: Int { entity == nil ? 1 : 2 }
}
