// SPDX-License-Identifier: Apache-2.0
// A save below the line: what to insert, change and delete in one store. Built by
// ChangeSetBuilder (above), written by an engine's commit, answered by CommitResult.swift.

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
    /// What must not be left of relationships of deleted rows.
    package var memberChecks: [MemberCheck] = []
    /// The mark by which the commit can be recognised; of a change set that merges the store chooses one if there is none.
    package var identifier: Int64?
    /// An earlier try of the same save, whose commit could not be settled.
    package var doubt: DoubtfulSave?
    /// For a store that keeps a history; nil for every other.
    package var history: HistoryNotes?

    package init() {}

    package var isEmpty: Bool {
        insertions.isEmpty && updates.isEmpty && deletions.isEmpty && links.isEmpty && orders.isEmpty
            && checks.isEmpty
    }
}

/// A new row, under a key from `reserveKeys`.
///
/// It is the row itself, which becomes the snapshot once it is committed: no value is copied on the way. The version
/// is 1, but for a row that was there before and is written again.
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
    /// The key, and the new values at the places in `slots`; what stands at the others is not looked at.
    ///
    /// Who knows the row as it will be gives that, and has its new snapshot.
    package let row: Row
    /// The slots that are written, in ascending order.
    ///
    /// Updates of one shape share the array.
    package let slots: [Int]
    /// nil writes without a check.
    package let expectedVersion: Int64?
    /// What is applied to the newest stored values of attributes that merge, in ascending order of slots.
    ///
    /// None of these slots is in `slots`. In the row stands what the writer expects.
    package let deltas: [SlotDelta]
    /// Whether the row has another version afterwards.
    ///
    /// A write of deltas alone moves none and is not checked: it neither causes conflicts nor suffers them (MRG-94).
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

    /// Takes values alone, in ascending order of slots.
    package init(key: ObjectKey, expectedVersion: Int64?, changes: [SlotChange]) {
        var values = ContiguousArray<StoredValue>(repeating: .null, count: (changes.last?.slot ?? -1) + 1)
        for change in changes { values[change.slot] = change.value }
        self.init(
            Row(key: key, version: (expectedVersion ?? 0) &+ 1, values: values), slots: changes.map(\.slot),
            expectedVersion: expectedVersion)
    }

    package var key: ObjectKey { row.key }

    /// Puts the new values in the places of old ones.
    package func write(to values: inout ContiguousArray<StoredValue>) {
        for slot in slots { values[slot] = row[slot] }
    }
}

/// A change of an attribute that merges.
package struct SlotDelta: Sendable {
    package var slot: Int
    package var delta: AttributeDelta
    /// Of a value whose rule does not let the later commit win: what the writer took for the stored value.
    ///
    /// Where the store has another one, the rule decides: `.theirs` leaves that, `.merge` and `.error` are version
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
    /// nil deletes without a check.
    package var expectedVersion: Int64?

    package init(key: ObjectKey, expectedVersion: Int64?) {
        self.key = key
        self.expectedVersion = expectedVersion
    }
}

package struct VersionCheck: Sendable {
    package var key: ObjectKey
    /// nil asks only whether the row is there.
    package var expectedVersion: Int64?

    package init(key: ObjectKey, expectedVersion: Int64?) {
        self.key = key
        self.expectedVersion = expectedVersion
    }
}

/// One pair of a relationship that no row's own slot holds: a many-to-many relationship, or a to-many without inverse.
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
