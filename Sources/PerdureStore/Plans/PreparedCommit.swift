// SPDX-License-Identifier: Apache-2.0
// A save between writing and committing, as in a two-phase commit: one save can write several stores, all or none.
// StoreEngine.prepare makes it; PreparedSave of the coordinator ends it.

/// A change set that is written but not yet committed.
///
/// It keeps the store's write lock until it is committed or rolled back; when it is dropped, it rolls back. Used by
/// one thread at a time.
public protocol PreparedCommit: AnyObject {
    /// Makes the change set visible, and durable as far as the store's options say.
    ///
    /// - Returns: the rows that differ from what the change set says (`CommitResult.committed`).
    /// - Throws: what the engine reports; nothing is written then, unless it is `StoreError.inDoubt`.
    func commit() throws -> [Row]

    /// Rolls back the change set.
    func rollback()
}

/// A change set of a store with a history.
package protocol RecordedCommit: PreparedCommit {
    /// After the commit, the number of its transaction in the history; of the newest before it where it touched no row.
    ///
    /// Nil where the store did not learn the number.
    var historyNumber: Int64? { get }
}

/// What became of a change set that an engine was asked to prepare.
public enum Preparation {
    /// Everything is written but for the commit.
    case prepared(any PreparedCommit)
    /// Nothing is written, and the write lock is free.
    case conflicts([CommitConflict])
}
