// SPDX-License-Identifier: Apache-2.0
// What a row that is there takes over from a new one: values, and of attributes that merge the change that the new row makes of
// the default value.

import PerdureStore

extension BatchUpsert {
    /// A row takes over values; changes of attributes that merge are applied to what it has (MRG-101).
    func update(_ key: ObjectKey, _ version: Int64, _ row: BatchRow) -> RowUpdate {
        let deltas = row.given.sorted().compactMap { slot in
            change(row, slot).map { SlotDelta(slot: slot, delta: $0) }
        }
        let merging = Set(deltas.map(\.slot))
        return RowUpdate(
            Row(key: key, version: version &+ 1, values: row.values),
            slots: row.given.filter { !merging.contains($0) }.sorted(), expectedVersion: version,
            deltas: deltas)
    }

    /// What a row does to a mergeable attribute with the default value; nil for other attributes.
    private func change(_ row: BatchRow, _ slot: Int) -> AttributeDelta? {
        guard let rule = entity.layout.properties[slot].merge,
            let old = try? rule.content(of: defaults[slot]),
            let new = try? rule.content(of: row.values[slot])
        else { return nil }
        return try? .difference(from: old, to: new)
    }

    /// Gives a row the values of another one.
    func give(_ row: BatchRow, to other: inout BatchRow) {
        for slot in row.given {
            let rule = entity.layout.properties[slot].merge
            let sum = change(row, slot).flatMap { change in
                try? rule?.stored(change.applied(to: rule?.content(of: other.values[slot]) ?? .value(.null)))
            }
            other.values[slot] = sum ?? row.values[slot]
        }
        other.given.formUnion(row.given)
    }
}
