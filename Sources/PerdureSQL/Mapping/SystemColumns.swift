// SPDX-License-Identifier: Apache-2.0
// The columns that rows have besides the model's columns: the key, the entity and the version. Every maker of a statement
// asks the mapping for their names (StoreMapping.swift).

/// The names of the columns that every entity's table starts with.
///
/// The names are plain identifiers that need no quotes in a statement.
package struct SystemColumns: Sendable, Hashable {
    /// Holds the number that identifies a row within its hierarchy.
    package let key: String
    /// Holds the entity's number in the file; nil when each table has the rows of one entity.
    package let entity: String?
    /// Counts the writes of the row.
    package let version: String

    /// All system columns, in their order in results with whole rows.
    package let names: [String]

    package init(key: String, entity: String?, version: String) {
        self.key = key
        self.entity = entity
        self.version = version
        names = [key, entity, version].compactMap { $0 }
    }

    /// The place of the version in results with whole rows.
    package var versionIndex: Int { entity == nil ? 1 : 2 }
}
