// SPDX-License-Identifier: Apache-2.0
// An engine's answer to a change set.

/// What became of a change set.
public enum CommitResult: Sendable {
    /// Everything is written. `rows` lists the rows that the writer cannot know: rows with values that the store computed or
    /// merged, and rows whose version it did not check. Every other row has the insertion's version, or the expected one plus 1
    /// after an update.
    case committed(rows: [Row])
    /// Nothing is written.
    case conflicts([CommitConflict])
}

/// Why a change set was refused.
public enum CommitConflict: Sendable {
    /// Optimistic lock conflict: the row has another version. `current` is the row as it is now, or nil when it is gone.
    case version(key: ObjectKey, current: Row?)
    /// A uniqueness constraint is violated: which one, by whom, and the row that has the values already
    /// (nil when it is another row of the same change set).
    case constraint(entity: Int32, attributes: [String], key: ObjectKey, existing: Row?)
    /// A member of a deleted row's relationship would stay behind (`MemberCheck`). `current` is the stored member, or nil when
    /// the change set inserts it. Reported only where there is no other conflict.
    case danglingMember(owner: ObjectKey, slot: Int, member: ObjectKey, current: Row?)
}
