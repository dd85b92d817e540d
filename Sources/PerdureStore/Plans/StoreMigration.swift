// SPDX-License-Identifier: Apache-2.0
// The migration of a store to another version of its model. The model layer plans it; an engine carries it out.

import PerdurePropertyList

/// A migration within the store's own storage.
package struct StoreMigration: Sendable {
    /// The metadata key of a model version's hashes.
    package static let hashesKey = "NSStoreModelVersionHashes"

    /// The hashes of the old version.
    package let oldHashes: PropertyListValue?
    /// The model of that version.
    package let oldSchema: Schema
    /// The metadata of the new version: its hashes, and the entries that are made of them.
    package let metadata: [String: PropertyListValue]
    /// What becomes of the rows; nil when the versions differ in derived attributes alone.
    package var steps: InferredMigration?
    /// Hears how many of the statements on tables and rows are done, and how many there are.
    package var report: (@Sendable (_ done: Int, _ total: Int) -> Void)?

    /// - Parameters:
    ///   - oldHashes: the entry of the store's metadata.
    ///   - oldSchema: the store's model.
    ///   - metadata: the new entries.
    package init(
        from oldHashes: PropertyListValue?, _ oldSchema: Schema, metadata: [String: PropertyListValue]
    ) {
        self.oldHashes = oldHashes
        self.oldSchema = oldSchema
        self.metadata = metadata
    }
}
