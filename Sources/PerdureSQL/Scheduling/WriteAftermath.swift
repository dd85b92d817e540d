// SPDX-License-Identifier: Apache-2.0
// What is known, before anything is written, of the rows that are written: which of them the caller cannot foretell. Made by
// WriteSchedule.swift.

import PerdureStore

/// What is to be told of rows after they were written.
package struct WriteAftermath: Sendable {
    /// Rows whose state after the write nobody can foretell: others may have changed them since they were read, with the
    /// version in the case of an unchecked write, without it in the case of computed values.
    package private(set) var unforeseen: Set<ObjectKey> = []
    /// Rows that were merged with others' changes, as they are then: they were read in the same transaction.
    package private(set) var settled: [ObjectKey: Row] = [:]
    /// The updates whose changes were applied to the newest rows.
    package private(set) var merges: [RowUpdate] = []
    /// Rows whose update moves no version, by table.
    package private(set) var uncountedWrites: [(table: Int, numbers: [Int64])] = []

    mutating func note(_ updates: [ArraySlice<RowUpdate>], _ mapping: StoreMapping) {
        for run in updates { note(run, mapping) }
    }

    private mutating func note(_ run: ArraySlice<RowUpdate>, _ mapping: StoreMapping) {
        let first = run[run.startIndex]
        guard let entity = mapping[first.key.entity] else { return }
        let isComputed = mapping.schema[entity.entity].isComputed
        let isUnforeseen =
            isComputed || first.expectedVersion == nil
            || mapping.tables[entity.table].versions.areCountedApart
        guard isUnforeseen || mapping.merges else { return }
        for update in run {
            if !update.deltas.isEmpty {
                noteMerge(update, isComputed: isComputed, table: entity.table)
            } else if isUnforeseen {
                unforeseen.insert(update.key)
            }
        }
    }

    private mutating func noteMerge(_ update: RowUpdate, isComputed: Bool, table: Int) {
        // The store may compute more of the row than was merged.
        if isComputed { unforeseen.insert(update.key) } else { settled[update.key] = update.row }
        merges.append(update)
        if update.movesVersion { return }
        if let index = uncountedWrites.firstIndex(where: { $0.table == table }) {
            uncountedWrites[index].numbers.append(update.key.number)
        } else {
            uncountedWrites.append((table, [update.key.number]))
        }
    }
}
