// SPDX-License-Identifier: Apache-2.0
// Finds out what became of a COMMIT that reported an error. Nothing is written again here: either the
// change set is in the file, or it is certain never to be.

import CSQLite
import PerdureSQL
import PerdureStore

/// Settles a commit in doubt.
///
/// When the sync of the WAL fails, the frames of the transaction are in the WAL file, yet no living connection uses
/// them; the next process that opens the store after a crash would. So "failed" is only true once they are gone:
///
/// 1. An empty transaction is committed. It is written over those frames, and a frame that is overwritten makes all
///    that follow it invalid. When that commit succeeds, the first one has not happened and never will.
/// 2. If it fails too, everything is closed and opened again, so that SQLite recovers from what is on disk. If the
///    probe finds the change set, it is committed. If not, step 1 is tried once more.
/// 3. Otherwise the doubt stays, and is reported as such (`StoreError.inDoubt`).
///
/// With a rollback journal the state is certain once the file has been opened again: the journal is either still
/// valid and has been played back, or it is not and the commit is done.
struct CommitSettlement {
    let connection: SQLiteConnection
    /// nil for a connection that stands alone.
    let pool: ConnectionPool?
    let probe: CommitProbe?
    let isWAL: Bool

    /// Returns when the change set is committed.
    ///
    /// - Throws: `failure` when it is not, `StoreError.inDoubt` when that cannot be found out.
    func settle(_ failure: StoreError) throws {
        connection.rollback()
        if case .busy = failure { throw failure }
        if isWAL && overwrites() { throw failure }
        pool?.closeIdleReaders()
        guard let probe else { throw doubt(failure, "the save has no row to look for") }
        do {
            try connection.reopen()
            if try probe.finds(connection) { return }
        } catch {
            throw doubt(failure, "the file cannot be read again: \(error)")
        }
        if !isWAL || overwrites() { throw failure }
        throw doubt(failure, "nothing can be written to the file any more")
    }

    /// Commits a transaction that changes nothing but dirties the file's first page.
    private func overwrites() -> Bool {
        do {
            try connection.beginWriting()
            let version = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
            try connection.execute("PRAGMA user_version = \(version)")
            try connection.commit()
            return true
        } catch {
            connection.rollback()
            return false
        }
    }

    private func doubt(_ failure: StoreError, _ reason: String) -> StoreError {
        .inDoubt(
            path: connection.path,
            reason:
                "the commit reported \(failure), and \(reason): open the store again and look for the changes"
        )
    }
}
