// SPDX-License-Identifier: Apache-2.0
// Which columns a slot is read from, and how. RowPlans.swift and TablePlans.swift ask for it.

import PerdureStore

extension SlotColumns {
    /// Goes through the columns that are read for a row.
    func forEachName(_ body: (String) -> Void) {
        guard case .toOne(let columns) = self else { return leaves.forEach { body($0.column.name) } }
        body(columns.key)
        if let entity = columns.entity { body(entity) }
    }

    /// How the slot is read, given where columns stand in a result.
    ///
    /// Nil for a slot that has no columns in the result.
    func source(_ places: [String: Int]) -> ColumnSource? {
        if case .toOne(let ends) = self {
            return places[ends.key].map {
                .reference(
                    column: $0, entityColumn: ends.entity.flatMap { places[$0] },
                    destination: ends.destination)
            }
        }
        func value(_ leaf: LeafColumn) -> ColumnSource? {
            places[leaf.column.name].map { .value(column: $0, leaf.column) }
        }
        return hasSeveralColumns ? .parts(leaves.compactMap(value)) : leaves.first.flatMap(value)
    }
}
