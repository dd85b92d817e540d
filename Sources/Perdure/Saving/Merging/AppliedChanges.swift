// SPDX-License-Identifier: Apache-2.0
// The changes of one object that the store applies to its stored values. A save writes them for merging attributes, in
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
    /// The changes in some slots, as the store applies them.
    ///
    /// - Throws: `CoreDataException` for a value that has no stored form.
    final func appliedChanges(at slots: [Int]) throws -> AppliedChanges {
        AppliedChanges(deltas: try slots.compactMap { try storedDelta(at: $0) })
    }
}

extension RowUpdate {
    /// An update with new values and with changes that the store applies; changes alone keep the version.
    init(
        _ row: Row, slots: [Int], expectedVersion: Int64?, applying changes: AppliedChanges, isWhole: Bool
    ) {
        self.init(
            row, slots: slots, expectedVersion: expectedVersion, deltas: changes.deltas, movesVersion: isWhole
        )
    }
}

extension RowUpdate {
    /// Whether the save knows the written row in advance: it was written as a whole, under a new version.
    var isForetold: Bool { movesVersion }
}

extension ChangeSet {
    /// Takes a mark that identifies the commit, and the earlier attempt whose outcome is in doubt.
    mutating func identify(after earlier: InDoubtSave?) {
        identify()
        inDoubtSave = earlier
    }
}
