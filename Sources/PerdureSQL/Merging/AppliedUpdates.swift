// SPDX-License-Identifier: Apache-2.0
// The updates of a change set whose changes were applied to the newest rows (ChangeSet+Resolving.swift): they were read in the
// same transaction, so that it is known what the rows are then.

import PerdureStore

/// Rows that were merged with others' changes.
package struct AppliedUpdates: Sendable {
    /// The updates, whose rows are what is stored then.
    package private(set) var updates: [RowUpdate] = []
    /// Rows whose update moves no version, by table.
    private(set) var uncounted: [(table: Int, numbers: [Int64])] = []

    /// The rows as they are stored then.
    package var rows: [Row] { updates.map(\.row) }

    /// Notes those of some updates that have applied changes.
    ///
    /// - Parameters:
    ///   - run: Updates of rows of one table.
    ///   - table: The index of the table.
    ///   - mapping: The mapping of the store.
    /// - Returns: The keys of the rows.
    mutating func note(_ run: ArraySlice<RowUpdate>, _ table: Int, _ mapping: StoreMapping) -> [ObjectKey] {
        guard mapping.merges else { return [] }
        let merged = run.filter { !$0.deltas.isEmpty }
        updates += merged
        let numbers = merged.filter { !$0.movesVersion }.map(\.key.number)
        if numbers.isEmpty { return merged.map(\.key) }
        if let index = uncounted.firstIndex(where: { $0.table == table }) {
            uncounted[index].numbers += numbers
        } else {
            uncounted.append((table, numbers))
        }
        return merged.map(\.key)
    }
}
