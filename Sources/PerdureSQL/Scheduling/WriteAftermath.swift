// SPDX-License-Identifier: Apache-2.0
// What is known, before anything is written, of the rows that are written: which of them the caller cannot foretell. Made by
// WriteSchedule.swift.

import PerdureStore

/// What is to be told of rows after they were written.
package struct WriteAftermath: Sendable {
    /// Rows whose state after the write nobody can foretell: others may have changed them since they were read, with the
    /// version in the case of an unchecked write, without it in the case of computed values.
    package var unforeseen: Set<ObjectKey> = []
    /// Rows to which changes were applied (Merging/AppliedUpdates.swift).
    package var applied = AppliedUpdates()

    mutating func note(_ run: ArraySlice<RowUpdate>, _ mapping: StoreMapping) {
        let first = run[run.startIndex]
        guard let entity = mapping[first.key.entity] else { return }
        let isComputed = mapping.schema[entity.entity].isComputed
        let isUnforeseen =
            isComputed || first.expectedVersion == nil
            || mapping.tables[entity.table].versions.areCountedApart
        if isUnforeseen { unforeseen.formUnion(run.lazy.map(\.key)) }
        for key in applied.note(run, entity.table, mapping) where !isComputed { unforeseen.remove(key) }
    }
}
