// SPDX-License-Identifier: Apache-2.0
// Finds out whether a COMMIT that reported an error has happened. It writes no row again: either the change set is in the
// file, or it can never get there.

import CSQLite
import PerdureSQL
import PerdureStore

/// Settles a commit in doubt.
///
/// When the sync of the WAL fails, the transaction's frames are in the WAL file, but no open connection uses them. The next
/// process that opens the store after a crash would use them. So "failed" is only true after the frames are gone:
///
/// 1. An empty transaction is committed. It overwrites the frames, and an overwritten frame invalidates all later frames.
///    When this commit succeeds, the first commit has not happened and never will.
/// 2. If it fails too, all connections are closed and opened again, so that SQLite recovers from the disk. If the
///    probe finds the change set, it is committed. If not, step 1 is tried once more.
/// 3. Otherwise the result stays unknown, and the error says so (`StoreError.inDoubt`).
///
/// With a rollback journal the state is certain after the file has been opened again. Either the journal was still valid and
/// has been rolled back, or the commit is done.
struct InDoubtCommitResolution {
    let connection: SQLiteConnection
    /// nil for a connection without a pool.
    let pool: ConnectionPool?
    let probe: CommitProbe?
    let isWAL: Bool

    /// Returns when the change set is committed.
    ///
    /// - Throws: `failure` when the change set is not committed, `StoreError.inDoubt` when the result stays unknown.
    func resolve(_ failure: StoreError) throws {
        connection.rollback()
        if case .busy = failure { throw failure }
        if isWAL && connection.commitUnchanged() { throw failure }
        pool?.closeIdleReaders()
        guard let probe else { throw inDoubtError(failure, "the save has no row to look for") }
        do {
            try connection.reopen()
            if try probe.finds(connection) { return }
        } catch {
            throw inDoubtError(failure, "the file cannot be read again: \(error)")
        }
        if !isWAL || connection.commitUnchanged() { throw failure }
        throw inDoubtError(failure, "nothing can be written to the file any more")
    }

    private func inDoubtError(_ failure: StoreError, _ reason: String) -> StoreError {
        .inDoubt(
            path: connection.path,
            reason:
                "the commit reported \(failure), and \(reason): open the store again and look for the changes"
        )
    }
}
