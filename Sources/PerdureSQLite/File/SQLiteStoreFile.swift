// SPDX-License-Identifier: Apache-2.0
// Work with a store's file without a model: look at it, read and write its metadata, copy it, remove it.

import Foundation
import PerdurePropertyList
import PerdureStore

/// A store's file, without its model.
package enum SQLiteStoreFile {
    /// The number of rows of an entity, as its table says.
    package struct EntityCount: Sendable, Hashable {
        /// The entity's number in this file (`Z_ENT`).
        package let number: Int64
        package let name: String
        package let rows: Int

        package init(number: Int64, name: String, rows: Int) {
            self.number = number
            self.name = name
            self.rows = rows
        }
    }

    /// Whether the file is a SQLite store of Core Data's layout. A missing or empty file is none.
    package static func isStore(at path: String) -> Bool { false }

    /// Reads the metadata of a store that need not be open.
    package static func readMetadata(at path: String) throws -> [String: PropertyListValue] {
        throw StoreError.closed
    }

    /// Replaces the metadata of a store at once.
    package static func writeMetadata(_ metadata: [String: PropertyListValue], at path: String) throws {
        throw StoreError.closed
    }

    /// The keyed archive of the model that the store keeps, inflated; nil when it keeps none.
    package static func readModelArchive(at path: String) throws -> Data? { throw StoreError.closed }

    /// The entities that the store knows, each with the number of its own rows.
    package static func entityCounts(at path: String) throws -> [EntityCount] { throw StoreError.closed }

    /// Removes the store with its side files and its external data.
    package static func destroy(at path: String) throws { throw StoreError.closed }

    /// Makes `destination` a copy of the store at `source`, with what its WAL holds and its external data.
    package static func copy(from source: String, to destination: String) throws { throw StoreError.closed }
}
