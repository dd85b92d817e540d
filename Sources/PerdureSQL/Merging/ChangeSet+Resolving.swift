// SPDX-License-Identifier: Apache-2.0
// Changes of attributes that merge become values before a change set is scheduled: the newest rows are read in the transaction
// that writes, with one statement for all of a table. The rows are locked from before the reading, so nobody comes in between,
// and every store computes alike. MergeTable.swift tells such writes from others.

import PerdureStore

extension ChangeSet {
    /// Puts values in the place of changes.
    ///
    /// - Parameters:
    ///   - mapping: The mapping of the store.
    ///   - newest: Reads rows as they are stored; those that are gone are missing. Not called where nothing merges.
    /// - Returns: Conflicts of updates that cannot be written; they are left out.
    /// - Throws: `StoreError.merge` for a change that does not fit, `.invalidValue` for one of an attribute that does not
    ///   merge, what `newest` throws.
    mutating func resolve(_ mapping: StoreMapping, newest: ([ObjectKey]) throws -> [Row]) throws
        -> [PendingConflict]
    {
        guard mapping.merges else { return [] }
        let keys = updates.compactMap { $0.deltas.isEmpty ? nil : $0.key }
        return keys.isEmpty ? [] : try resolve(on: try newest(keys), mapping.schema)
    }

    private mutating func resolve(on newest: [Row], _ schema: Schema) throws -> [PendingConflict] {
        let rows = Dictionary(newest.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        var conflicts: [PendingConflict] = []
        updates = try updates.compactMap { update in
            if update.deltas.isEmpty { return update }
            if let current = rows[update.key], let resolved = try update.checked(on: current, schema) {
                return resolved
            }
            conflicts.append(.version(update.key))
            return nil
        }
        return conflicts
    }
}

extension RowUpdate {
    /// The update with values; nil where the row is another one by now, or its rule takes the difference for a conflict.
    fileprivate func checked(on current: Row, _ schema: Schema) throws -> RowUpdate? {
        // What is to be written over a row that is another one by now needs no value.
        guard !movesVersion || (expectedVersion ?? current.version) == current.version else { return nil }
        return try resolved(on: current, schema[current.key.entity])
    }
}
