// SPDX-License-Identifier: Apache-2.0
// The tables of an existing file. An engine reads them from the database; StoreMapping.swift takes names and numbers from
// them instead of from the rules.

/// The tables, columns and entity numbers of an existing file.
package struct ExistingSchema: Sendable {
    /// For error messages.
    package let path: String
    /// Table → columns, as spelled in the file.
    package let tables: [String: [String]]
    /// The rows of `Z_PRIMARYKEY`.
    package let entities: [ExistingEntity]
    /// Attributes that the file may lack because a migration adds their columns: entity → names.
    package var addable: [String: Set<String>] = [:]

    package init(path: String, tables: [String: [String]], entities: [ExistingEntity]) {
        self.path = path
        self.tables = tables
        self.entities = entities
    }
}

/// A row of `Z_PRIMARYKEY`.
package struct ExistingEntity: Sendable, Hashable {
    package let number: Int32
    package let name: String
    /// The parent's number; 0 for a root.
    package let superentity: Int32

    package init(number: Int32, name: String, superentity: Int32) {
        self.number = number
        self.name = name
        self.superentity = superentity
    }
}
