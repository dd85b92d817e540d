// SPDX-License-Identifier: Apache-2.0
// The changes of one object that the store applies to what it has by then: what a save writes of attributes that merge, in the
// place of values.

import PerdureStore

/// Changes of one object, by slot.
struct AppliedChanges {
    fileprivate let deltas: [SlotDelta]

    static var none: AppliedChanges { AppliedChanges(deltas: []) }

    var isEmpty: Bool { deltas.isEmpty }
    var slots: [Int] { deltas.map(\.slot) }
}

extension NSManagedObject {
    /// What of the changes in some slots a store applies.
    ///
    /// - Throws: `CoreDataException` for a value that has no stored form.
    final func appliedChanges(at slots: [Int]) throws -> AppliedChanges {
        AppliedChanges(deltas: try slots.compactMap { try storedDelta(at: $0) })
    }
}

extension RowUpdate {
    /// New values, and changes that the store applies; of such changes alone the version stays.
    init(
        _ row: Row, slots: [Int], expectedVersion: Int64?, applying changes: AppliedChanges, isWhole: Bool
    ) {
        self.init(
            row, slots: slots, expectedVersion: expectedVersion, deltas: changes.deltas, movesVersion: isWhole
        )
    }
}

extension RowUpdate {
    /// Whether the row is what the save foretold: it was written whole, under another version than before.
    var isForetold: Bool { movesVersion }
}

extension ChangeSet {
    /// Takes a mark by which the commit can be recognised, and what an earlier try may have written.
    mutating func identify(after earlier: DoubtfulSave?) {
        identify()
        doubt = earlier
    }
}
