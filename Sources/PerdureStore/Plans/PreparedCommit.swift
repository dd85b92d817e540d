// SPDX-License-Identifier: Apache-2.0
// A save between writing and committing: what lets one save write several stores, all or none. Made by
// StoreEngine.prepare, ended by PreparedSave of the coordinator.

/// A change set that is written, though nobody sees it yet.
///
/// It keeps the store's write lock until it is committed or rolled back; when it is dropped, it rolls back. Used by
/// one thread at a time.
package protocol PreparedCommit: AnyObject {
    /// Makes the change set visible, and durable as far as the store's options say.
    ///
    /// - Returns: the rows that differ from what the change set says (`CommitResult.committed`).
    /// - Throws: what the engine reports; nothing is written then, unless it is `StoreError.inDoubt`.
    func commit() throws -> [Row]

    /// Forgets the change set.
    func rollback()
}

/// What became of a change set that an engine was asked to prepare.
package enum Preparation {
    /// Everything is written but for the commit.
    case prepared(any PreparedCommit)
    /// Nothing is written, and the write lock is free.
    case conflicts([CommitConflict])
}
