// SPDX-License-Identifier: Apache-2.0
// Facts about the rows of a change set that are known before the write: for example, which rows must be read again after it.
// Made by WriteSchedule.swift.

import PerdureStore

/// The rows whose stored state the caller must learn after a write.
package struct RowsToReread: Sendable {
    /// Rows whose state after the write cannot be predicted, because another writer may have changed them since they were
    /// read.
    ///
    /// An unchecked write does not look at the version; computed and merged values change without a new version.
    package var unpredictable: Set<ObjectKey> = []
    /// Rows to which changes were applied (Merging/AppliedUpdates.swift).
    package var applied = AppliedUpdates()

    mutating func add(_ run: ArraySlice<RowUpdate>, _ mapping: StoreMapping) {
        let first = run[run.startIndex]
        guard let entity = mapping[first.key.entity] else { return }
        let layout = mapping.schema[entity.entity]
        let isComputed = layout.isComputed
        // What others merge leaves the version as it is, also where no table counts it.
        let isUnforeseen =
            isComputed || first.expectedVersion == nil || !layout.mergeSlots.isEmpty
            || mapping.tables[entity.table].versions.mayKeepVersion
        if isUnforeseen { unpredictable.formUnion(run.lazy.map(\.key)) }
        for key in applied.add(run, entity.table, mapping) where !isComputed { unpredictable.remove(key) }
    }
}
