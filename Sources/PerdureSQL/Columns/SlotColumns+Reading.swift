// SPDX-License-Identifier: Apache-2.0
// The columns that a slot is read from, and how they are read. Used by RowSelection.swift and TableRowQueries.swift.

import PerdureStore

extension SlotColumns {
    /// Visits the columns that reading the slot needs.
    func forEachName(_ body: (String) -> Void) {
        guard case .toOne(let columns) = self else { return leaves.forEach { body($0.column.name) } }
        body(columns.key)
        if let entity = columns.entity { body(entity) }
    }

    /// The source of the slot's value, given the places of columns in a result.
    ///
    /// Nil for a slot without columns in the result.
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
