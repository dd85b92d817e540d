// SPDX-License-Identifier: Apache-2.0
// The way of a store to another version of its model, as the layer of models found it. An engine goes it.

import PerdurePropertyList

/// A migration within the file: the versions differ in derived attributes alone.
package struct StoreMigration: Sendable {
    /// Where the metadata have the hashes of a version.
    package static let hashesKey = "NSStoreModelVersionHashes"

    /// The hashes of the version that the way starts at.
    package let oldHashes: PropertyListValue?
    /// The model of that version.
    package let oldSchema: Schema
    /// What the metadata say of the new version: its hashes and all that is made of them.
    package let metadata: [String: PropertyListValue]

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
