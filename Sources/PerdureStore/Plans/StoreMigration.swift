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

extension Schema {
    /// The entities that a list of hashes names; nil when it names all, and for no list.
    package func numbers(in hashes: PropertyListValue?) -> Set<Int32>? {
        guard case .dictionary(let hashes)? = hashes else { return nil }
        let numbers = Set(hashes.keys.compactMap { entity(named: $0)?.number })
        return numbers.count == entities.count ? nil : numbers
    }

    /// The entities of a store that is read with its own model; nil for all.
    ///
    /// A store of a configuration lists those of the configuration. A list with other entities is that of another model, and an
    /// empty list says nothing.
    ///
    /// - Parameter metadata: The store's metadata.
    /// - Returns: The numbers of the entities.
    package func entities(of metadata: [String: PropertyListValue]) -> Set<Int32>? {
        guard case .dictionary(let hashes)? = metadata[StoreMigration.hashesKey], !hashes.isEmpty,
            hashes.keys.allSatisfy({ entity(named: $0) != nil })
        else { return nil }
        return numbers(in: .dictionary(hashes))
    }
}
