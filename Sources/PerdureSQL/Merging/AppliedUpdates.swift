// SPDX-License-Identifier: Apache-2.0
// The updates whose deltas were applied to the newest rows (ChangeSet+Resolving.swift). The transaction has read these rows,
// so their state after the write is known.

import PerdureStore

/// Updates that merge with other writers' changes.
package struct AppliedUpdates: Sendable {
    /// The updates; their rows are the stored rows after the write.
    package private(set) var updates: [RowUpdate] = []
    /// Rows whose update does not change the version, by table.
    private(set) var uncounted: [(table: Int, numbers: [Int64])] = []

    /// The stored rows after the write.
    package var rows: [Row] { updates.map(\.row) }

    /// Notes the updates that have applied deltas.
    ///
    /// - Parameters:
    ///   - run: Updates of rows of one table.
    ///   - table: The index of the table.
    ///   - mapping: The mapping of the store.
    /// - Returns: The keys of the noted rows.
    mutating func add(_ run: ArraySlice<RowUpdate>, _ table: Int, _ mapping: StoreMapping) -> [ObjectKey] {
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
