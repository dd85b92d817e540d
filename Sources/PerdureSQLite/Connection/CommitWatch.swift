// SPDX-License-Identifier: Apache-2.0
// Notices that another engine or process has committed to the file, at no cost for reads that nothing came between.

import CSQLite
import Foundation
import PerdureSQL

/// Watches one store's file for commits of others.
///
/// Only the connection that writes can tell others' commits from this engine's own: for it, `PRAGMA data_version` moves
/// with the former alone. It is asked when a connection sees that the file has changed since its last look, which SQLite
/// tells without a statement: after each BEGIN, where its own commits are left out of account, and after each read.
final class CommitWatch: @unchecked Sendable {
    // Sendable because the body is touched under the lock only, and connections by those who have borrowed them.
    private let lock = NSLock()
    private var body: (@Sendable () -> Void)?

    /// Chooses what is called when a commit of others is noticed.
    func notify(_ body: @escaping @Sendable () -> Void) {
        lock.lock()
        defer { lock.unlock() }
        self.body = body
    }

    /// Asks the connection that writes; gives whether it could tell.
    @discardableResult
    func look(_ writer: SQLiteConnection) -> Bool {
        // In a transaction a change of the file has moved this number, so that the usual save runs no statement here.
        if writer.isInTransaction, writer.seenVersion != nil, writer.seenFileVersion == writer.fileVersion {
            return true
        }
        guard let version = Self.version(writer) else { return false }
        writer.seenFileVersion = writer.fileVersion
        guard version != writer.seenVersion else { return true }
        // The first look of a connection has nothing to compare with.
        let isFirst = writer.seenVersion == nil
        writer.seenVersion = version
        writer.triggerReview?.isDue = true
        if isFirst && !writer.wasReopened { return true }
        lock.lock()
        let body = self.body
        lock.unlock()
        body?()
        return true
    }

    /// nil while somebody else keeps the file locked: the next look finds the same.
    private static func version(_ writer: SQLiteConnection) -> Int64? {
        let timeout = writer.lockWait.timeout
        writer.lockWait.timeout = 0
        defer { writer.lockWait.timeout = timeout }
        return try? writer.first("PRAGMA data_version") { $0.integer(0) }
    }

    /// Called with a connection that has read.
    func didRead(_ reader: SQLiteConnection, _ pool: ConnectionPool) {
        let version = reader.fileVersion
        guard version != reader.seenFileVersion else { return }
        if reader.watch === self {
            // Readers of a file without a WAL use the connection that writes.
            look(reader)
            return
        }
        var isTold = false
        // The pool of a SQLite engine holds SQLite connections only. If the writer is busy or the file is locked, the next
        // read asks.
        if pool.writeIfFree({ isTold = look($0 as! SQLiteConnection) }), isTold {
            reader.seenFileVersion = version
        }
    }
}

extension SQLiteConnection {
    /// A number that moves when the connection sees that the file has changed, by whomever.
    var fileVersion: UInt32 {
        var version: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }
}
