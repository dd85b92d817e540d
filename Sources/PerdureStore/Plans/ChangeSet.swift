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

    package init() {}

    package var isEmpty: Bool {
        insertions.isEmpty && updates.isEmpty && deletions.isEmpty && links.isEmpty && orders.isEmpty
            && checks.isEmpty
    }
}

/// A new row, under a key from `reserveKeys`.
package struct RowInsertion: Sendable {
    package var key: ObjectKey
    /// 1, but for a row that was there before and is written again.
    package var version: Int64
    /// One value per slot; transient and to-many slots are null.
    package var values: ContiguousArray<SlotValue>

    package init(key: ObjectKey, version: Int64 = 1, values: ContiguousArray<SlotValue>) {
        self.key = key
        self.version = version
        self.values = values
    }
}

/// New values for a row that is still at `expectedVersion`.
///
/// With no values, only the version moves.
package struct RowUpdate: Sendable {
    package var key: ObjectKey
    /// nil writes without a check.
    package var expectedVersion: Int64?
    /// In ascending order of slots.
    package var changes: [SlotChange]

    package init(key: ObjectKey, expectedVersion: Int64?, changes: [SlotChange]) {
        self.key = key
        self.expectedVersion = expectedVersion
        self.changes = changes
    }
}

package struct SlotChange: Sendable {
    package var slot: Int
    package var value: SlotValue

    package init(slot: Int, value: SlotValue) {
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
    package var expectedVersion: Int64

    package init(key: ObjectKey, expectedVersion: Int64) {
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
