// SPDX-License-Identifier: Apache-2.0
// Which columns a slot is read from, and how. RowPlans.swift and TablePlans.swift ask for it.

import PerdureStore

extension SlotColumns {
    /// The columns that are read for a row.
    var names: [String] {
        guard case .toOne(let columns) = self else { return leaves.map(\.column.name) }
        return [columns.key] + (columns.entity.map { [$0] } ?? [])
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
        let values = leaves.compactMap { leaf in
            places[leaf.column.name].map { ColumnSource.value(column: $0, leaf.column) }
        }
        return hasParts ? .parts(values) : values.first
    }
}
