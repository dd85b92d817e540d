// SPDX-License-Identifier: Apache-2.0
// What an existing row takes over from a new one: values, and for a merging attribute the difference between the default
// value and the new row's value.

import Perdure
import PerdureStore

extension BatchUpsert {
    /// An update of a row with the values of a new one; the store applies changes of merging attributes (MRG-101).
    func update(_ key: ObjectKey, _ version: Int64, _ row: BatchRow) -> RowUpdate {
        let given = given(row)
        let deltas = given.sorted().compactMap { slot in
            change(row, slot).map { SlotDelta(slot: slot, delta: $0) }
        }
        let merging = Set(deltas.map(\.slot))
        return RowUpdate(
            Row(key: key, version: version &+ 1, values: row.values),
            slots: given.filter { !merging.contains($0) }.sorted(), expectedVersion: version,
            deltas: deltas)
    }

    /// The change from the default value to a row's value of a mergeable attribute; nil for other attributes.
    private func change(_ row: BatchRow, _ slot: Int) -> AttributeDelta? {
        guard let rule = entity.layout.properties[slot].merge,
            let old = try? rule.content(of: defaults[slot]),
            let new = try? rule.content(of: row.values[slot])
        else { return nil }
        return try? rule.difference(from: old, to: new)
    }

    /// Copies the values of a row to another row of the batch.
    func copyValues(_ row: BatchRow, to other: inout BatchRow) {
        let (taken, known) = (given(row), given(other))
        for slot in taken {
            let rule = entity.layout.properties[slot].merge
            let sum = change(row, slot).flatMap { change in
                try? rule?.stored(change.applied(to: rule?.content(of: other.values[slot]) ?? .value(.null)))
            }
            other.values[slot] = sum ?? row.values[slot]
        }
        other.given = known.union(taken)
    }

    /// The slots whose values a row's program gave.
    private func given(_ row: BatchRow) -> Set<Int> {
        row.given ?? Set(row.values.indices.filter { row.values[$0] != defaults[$0] })
    }
}
