// SPDX-License-Identifier: Apache-2.0
// An engine's answer to a change set.

/// What became of a change set.
package enum CommitResult: Sendable {
    /// Everything is written. A written row's version is the insertion's, or the expected one plus 1 after an
    /// update; `rows` lists rows that differ from that: values the store computed, versions it did not check,
    /// attributes that merge.
    case committed(rows: [Row])
    /// Nothing is written.
    case conflicts([CommitConflict])
}

/// Why a change set was refused.
package enum CommitConflict: Sendable {
    /// The row is at another version: the row as it is now, or nil when it is gone.
    case version(key: ObjectKey, current: Row?)
    /// A uniqueness constraint is violated: which one, by whom, and the row that has the values already
    /// (nil when it is another row of the same change set).
    case constraint(entity: Int32, attributes: [String], key: ObjectKey, existing: Row?)
    /// A row would stay behind that belongs to a deleted one by a relationship of the latter (`MemberCheck`): the row as it
    /// is stored, or nil when it is one that the change set inserts. Told only where there is no other conflict.
    case straggler(owner: ObjectKey, slot: Int, member: ObjectKey, current: Row?)
}
