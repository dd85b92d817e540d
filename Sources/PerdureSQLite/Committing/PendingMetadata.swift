// SPDX-License-Identifier: Apache-2.0
// The metadata as an engine knows it: what the file said, and what has been set since.

import Foundation
import PerdurePropertyList

/// The metadata of an open store.
final class PendingMetadata: @unchecked Sendable {
    // Sendable because both dictionaries are touched under the lock only.
    private let lock = NSLock()
    private var stored: [String: PropertyListValue]
    private var wanted: [String: PropertyListValue]
    /// What replaces the file's hashes, unless another process has replaced them meanwhile.
    private let renewal: Set<String>

    /// - Parameters:
    ///   - stored: what the file says.
    ///   - renewal: the hashes of today, where the file has those of an earlier version of Perdure.
    init(_ stored: [String: PropertyListValue], renewal: [String: PropertyListValue] = [:]) {
        self.stored = stored
        self.renewal = Set(renewal.keys)
        wanted = stored.merging(renewal) { $1 }
    }

    var current: [String: PropertyListValue] { lock.withLock { wanted } }

    func set(_ metadata: [String: PropertyListValue]) {
        lock.withLock {
            var metadata = metadata
            // The store cannot be named without its identifier and its type, whatever the caller leaves out.
            for key in [StoreMetadata.uuidKey, StoreMetadata.typeKey] where metadata[key] == nil {
                metadata[key] = wanted[key]
            }
            wanted = metadata
        }
    }

    /// Writes what has been set within the current transaction; keys that others have changed since stay theirs.
    ///
    /// - Returns: What to hand to `written` after the commit; nil when nothing has been set.
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
        return new
    }

    func written(_ metadata: [String: PropertyListValue]?) {
        guard let metadata else { return }
        lock.withLock { stored = metadata }
    }
}
