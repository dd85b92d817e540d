// SPDX-License-Identifier: Apache-2.0
// What a history keeps of a row that a transaction has changed or deleted. HistoryRecorder.swift collects, HistoryWriter.swift
// writes.

import PerdureSQL
import PerdureStore

/// A changed row of a transaction.
struct HistoryUpdate {
    let key: ObjectKey
    /// The changed slots; a slot may occur twice.
    var slots: [Int]
    /// The deltas that were applied to attributes that merge.
    private(set) var deltas: [SlotDelta] = []

    init(key: ObjectKey, slots: [Int]) {
        self.key = key
        self.slots = slots
    }

    /// Adds the deltas that were applied to the newest values of a row: only slots that the update wrote.
    mutating func apply(_ update: RowUpdate) {
        let applied = update.deltas.filter { update.slots.contains($0.slot) }
        slots += applied.map(\.slot)
        deltas += applied
    }
}

/// A deleted row of a transaction, with its preserved values: one value for each preserved attribute of its entity.
struct DeletedRow {
    let key: ObjectKey
    let values: [SQLBinding]
}
