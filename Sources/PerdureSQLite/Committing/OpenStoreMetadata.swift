// SPDX-License-Identifier: Apache-2.0
// The metadata in an engine: the file's values, and the values that have been set since.

import Foundation
import PerdurePropertyList
import PerdureStore

/// The metadata of an open store.
final class OpenStoreMetadata: @unchecked Sendable {
    // Sendable because both dictionaries are touched under the lock only.
    private let lock = NSLock()
    private var stored: [String: PropertyListValue]
    private var wanted: [String: PropertyListValue]
    /// The keys of hashes that replace the file's hashes, unless another process has replaced them.
    private let renewal: Set<String>
    /// The model that goes with the new hashes; nil where the store has it.
    private let model: SQLiteOptions.ModelArchive?

    /// - Parameters:
    ///   - stored: the values in the file.
    ///   - renewal: the new hashes, when the file has the hashes of an earlier version of Perdure, or those of a model that
    ///     this one is to replace.
    ///   - model: the archive of the model that goes with the new hashes.
    init(
        _ stored: [String: PropertyListValue], renewal: [String: PropertyListValue] = [:],
        model: SQLiteOptions.ModelArchive? = nil
    ) {
        self.stored = stored
        self.model = model
        self.renewal = Set(renewal.keys)
        wanted = stored.merging(renewal) { $1 }
    }

    var current: [String: PropertyListValue] { lock.withLock { wanted } }

    func set(_ metadata: [String: PropertyListValue]) {
        lock.withLock {
            var metadata = metadata
            // A store needs its identifier and its type, even if the caller leaves them out.
            for key in [StoreMetadata.uuidKey, StoreMetadata.typeKey] where metadata[key] == nil {
                metadata[key] = wanted[key]
            }
            // Whether work is left is the store's to say.
            metadata[DeferredRemovals.flag] = wanted[DeferredRemovals.flag]
            wanted = metadata
        }
    }

    /// Writes the new values within the current transaction.
    ///
    /// A key that another process has changed keeps that value.
    ///
    /// - Returns: The argument for `written` after the commit; nil when nothing was set.
    func write(_ connection: SQLiteConnection) throws -> [String: PropertyListValue]? {
        let (base, new) = lock.withLock { (stored, wanted) }
        guard base != new else { return nil }
        var merged = try StoreMetadata.read(connection)
        let isOfOthers = renewal.contains { merged[$0] != base[$0] }
        for key in Set(base.keys).union(new.keys) where base[key] != new[key] {
            if isOfOthers && renewal.contains(key) { continue }
            merged[key] = new[key]
        }
        try StoreMetadata.write(merged, connection)
        if !isOfOthers, renewal.contains(where: { base[$0] != new[$0] }) {
            try ModelCache.write(model, connection)
        }
        return new
    }

    /// Takes over what the engine itself has written under some keys.
    func adopt(_ keys: [String], of metadata: [String: PropertyListValue]) {
        lock.withLock {
            for key in keys {
                stored[key] = metadata[key]
                wanted[key] = metadata[key]
            }
        }
    }

    func written(_ metadata: [String: PropertyListValue]?) {
        guard let metadata else { return }
        lock.withLock { stored = metadata }
    }
}
