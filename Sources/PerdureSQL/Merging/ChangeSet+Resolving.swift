// SPDX-License-Identifier: Apache-2.0
// Turns deltas of merging attributes into values before a change set is scheduled. The writing transaction reads the newest
// rows, with one statement per table. The rows are locked before the read, so no other writer can change them, and every
// store computes the same way. MergeTable.swift counts such writes apart.

import PerdureStore

extension ChangeSet {
    /// Replaces deltas by values.
    ///
    /// - Parameters:
    ///   - mapping: The mapping of the store.
    ///   - newest: Reads the stored rows; deleted rows are missing. It is not called when no attribute merges.
    /// - Returns: The conflicts of updates that cannot be written; the change set loses these updates.
    /// - Throws: `StoreError.merge` for a delta that does not fit, `.invalidValue` for a delta of an attribute that does not
    ///   merge, any error of `newest`.
    package mutating func resolve(_ mapping: StoreMapping, newest: ([ObjectKey]) throws -> [Row]) throws
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
    /// The update with values.
    ///
    /// Nil when the row has another version, or when the attribute's rule treats the difference as a conflict.
    fileprivate func checked(on current: Row, _ schema: Schema) throws -> RowUpdate? {
        // A version conflict needs no values.
        guard !movesVersion || (expectedVersion ?? current.version) == current.version else { return nil }
        return try resolved(on: current, schema[current.key.entity])
    }
}
