// SPDX-License-Identifier: Apache-2.0
// A statement that creates a table, an index or a trigger. SchemaDefinition.swift lists the statements of a store.

/// A CREATE statement, as it stands in the file.
package struct SQLDefinition: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable { case table, index, trigger }

    package let kind: Kind
    package let name: String
    package let sql: String

    package init(_ kind: Kind, _ name: String, _ sql: String) {
        self.kind = kind
        self.name = name
        self.sql = sql
    }
}
