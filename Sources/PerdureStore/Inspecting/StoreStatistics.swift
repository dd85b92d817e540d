// SPDX-License-Identifier: Apache-2.0
// How much room the parts of a store need.

/// Sizes of a store in a file.
///
/// Bytes of content are those of the values; bytes of tables and indexes are whole pages.
package struct StoreStatistics: Sendable {
    /// An entity with its own rows.
    package struct Entity: Sendable {
        package let name: String
        package let rows: Int64
        package let attributes: [Attribute]

        package init(name: String, rows: Int64, attributes: [Attribute]) {
            self.name = name
            self.rows = rows
            self.attributes = attributes
        }

        /// The bytes of all values.
        package var bytes: Int64 { attributes.reduce(0) { $0 + $1.bytes } }
    }

    /// A column of an entity: an attribute, an element of a composite, or a to-one relationship.
    package struct Attribute: Sendable {
        package let name: String
        /// How many values are not null.
        package let values: Int64
        package let bytes: Int64

        package init(name: String, values: Int64, bytes: Int64) {
            self.name = name
            self.values = values
            self.bytes = bytes
        }
    }

    /// A table or an index.
    package struct Part: Sendable {
        package let name: String
        /// The table of an index.
        package let table: String?
        package let bytes: Int64

        package init(name: String, table: String?, bytes: Int64) {
            self.name = name
            self.table = table
            self.bytes = bytes
        }
    }

    package var entities: [Entity] = []
    package var tables: [Part] = []
    package var indexes: [Part] = []
    /// Whether the bytes of tables and indexes were counted; otherwise they are estimates from values, which add up to the pages
    /// in use.
    package var isCounted = false
    package var pageSize: Int64 = 0
    package var pages: Int64 = 0
    package var freePages: Int64 = 0
    package var logBytes: Int64 = 0
    package var journalMode = ""
    package var externalFiles = 0
    package var externalBytes: Int64 = 0

    package init() {}
}
