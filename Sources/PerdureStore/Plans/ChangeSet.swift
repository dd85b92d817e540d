// SPDX-License-Identifier: Apache-2.0
// A save as an engine sees it: what to insert, change and delete in one store. Perdure's ChangeSetBuilder makes it, an engine's
// commit writes it, and CommitResult.swift is the answer.

import PerdurePropertyList

/// The changes of one save in one store.
package struct ChangeSet: Sendable {
    package var insertions: [RowInsertion] = []
    package var updates: [RowUpdate] = []
    package var deletions: [RowDeletion] = []
    package var links: [LinkChange] = []
    package var orders: [OrderChange] = []
    /// Rows that must not have changed, though the save does not write them.
    package var checks: [VersionCheck] = []
    /// The relationships of deleted rows that must have no members left.
    package var memberChecks: [MemberCheck] = []
    /// The mark by which the commit can be recognised; a store chooses one for a change set with deltas that has none.
    package var identifier: Int64?
    /// An earlier try of the same save, whose commit is in doubt.
    package var doubt: DoubtfulSave?
    /// What the store's history records of the save; nil for a store without history.
    package var history: HistoryNotes?

    package init() {}

    package var isEmpty: Bool {
        insertions.isEmpty && updates.isEmpty && deletions.isEmpty && links.isEmpty && orders.isEmpty
            && checks.isEmpty
    }
}

/// A new row, under a key from `reserveKeys`.
///
/// It holds the row itself, which becomes the snapshot after the commit: no value is copied on the way. The version is 1,
/// except for a row that existed before and is written again.
package struct RowInsertion: Sendable {
    package private(set) var row: Row

    package init(_ row: Row) { self.row = row }

    /// Takes one value per slot; transient and to-many slots are null.
    package init(key: ObjectKey, version: Int64 = 1, values: ContiguousArray<StoredValue>) {
        row = Row(key: key, version: version, values: values)
    }

    package var key: ObjectKey { row.key }
    package var version: Int64 { row.version }

    /// A copy of the values; setting them makes another row.
    package var values: ContiguousArray<StoredValue> {
        get { row.values }
        set { row = Row(key: key, version: version, values: newValue) }
    }
}

/// New values for a row that is still at `expectedVersion`.
///
/// With no slots, only the version moves.
package struct RowUpdate: Sendable {
    /// The key, and the new values of the slots in `slots`; the store ignores the values of other slots.
    ///
    /// A caller that knows the whole new row passes it, and can keep it as the new snapshot.
    package let row: Row
    /// The slots that are written, in ascending order.
    ///
    /// Updates of one shape share the array.
    package let slots: [Int]
    /// The version for the optimistic lock; nil writes without a check.
    package let expectedVersion: Int64?
    /// The changes of mergeable attributes, in ascending order of slots; the store applies them to the newest values.
    ///
    /// None of their slots is in `slots`. The row holds the values that the writer expects.
    package let deltas: [SlotDelta]
    /// Whether the write raises the row's version.
    ///
    /// A write of deltas alone does not raise the version, and is not checked: it neither causes nor suffers conflicts
    /// (MRG-94).
    package let movesVersion: Bool

    package init(
        _ row: Row, slots: [Int], expectedVersion: Int64?, deltas: [SlotDelta] = [], movesVersion: Bool = true
    ) {
        self.row = row
        self.slots = slots
        self.expectedVersion = expectedVersion
        self.deltas = deltas
        self.movesVersion = movesVersion
    }

    /// Makes an update of values alone, in ascending order of slots.
    package init(key: ObjectKey, expectedVersion: Int64?, changes: [SlotChange]) {
        var values = ContiguousArray<StoredValue>(repeating: .null, count: (changes.last?.slot ?? -1) + 1)
        for change in changes { values[change.slot] = change.value }
        self.init(
            Row(key: key, version: (expectedVersion ?? 0) &+ 1, values: values), slots: changes.map(\.slot),
            expectedVersion: expectedVersion)
    }

    package var key: ObjectKey { row.key }

    /// Replaces old values by the new ones.
    package func write(to values: inout ContiguousArray<StoredValue>) {
        for slot in slots { values[slot] = row[slot] }
    }
}

/// A change of a mergeable attribute.
package struct SlotDelta: Sendable {
    package var slot: Int
    package var delta: AttributeDelta
    /// The stored value that the writer expects; set only where the rule does not let the later commit win.
    ///
    /// Where the store has another value, the rule decides: `.theirs` keeps the stored value, `.merge` and `.error` are version
    /// conflicts.
    package var expected: StoredValue?

    package init(slot: Int, delta: AttributeDelta, expected: StoredValue? = nil) {
        self.slot = slot
        self.delta = delta
        self.expected = expected
    }
}

package struct SlotChange: Sendable {
    package var slot: Int
    package var value: StoredValue

    package init(slot: Int, value: StoredValue) {
        self.slot = slot
        self.value = value
    }
}

package struct RowDeletion: Sendable {
    package var key: ObjectKey
    /// The version for the optimistic lock; nil deletes without a check.
    package var expectedVersion: Int64?

    package init(key: ObjectKey, expectedVersion: Int64?) {
        self.key = key
        self.expectedVersion = expectedVersion
    }
}

package struct VersionCheck: Sendable {
    package var key: ObjectKey
    /// nil checks only whether the row exists.
    package var expectedVersion: Int64?

    package init(key: ObjectKey, expectedVersion: Int64?) {
        self.key = key
        self.expectedVersion = expectedVersion
    }
}

/// One pair of a relationship that no slot of a row holds: many-to-many, or to-many without inverse.
///
/// A many-to-many pair is listed once, under the end whose layout says `listsLinks`; a pair of a reflexive
/// relationship is listed once in either direction. Links of deleted rows are removed by the engine itself.
package struct LinkChange: Sendable, Hashable {
    package var owner: ObjectKey
    package var slot: Int
    package var member: ObjectKey
    package var isInsertion: Bool

    package init(owner: ObjectKey, slot: Int, member: ObjectKey, isInsertion: Bool) {
        self.owner = owner
        self.slot = slot
        self.member = member
        self.isInsertion = isInsertion
    }
}

/// The order that the members of an ordered relationship have after the save (all of them).
///
/// The engine keeps position keys where it can and writes only those that must move. Applied after rows and links.
package struct OrderChange: Sendable {
    package var owner: ObjectKey
    package var slot: Int
    package var members: [ObjectKey]

    package init(owner: ObjectKey, slot: Int, members: [ObjectKey]) {
        self.owner = owner
        self.slot = slot
        self.members = members
    }
}
