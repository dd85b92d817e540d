// SPDX-License-Identifier: Apache-2.0
// Notices that another engine or process has committed to the file, at no cost for reads that nothing came between.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore
import Synchronization

/// Watches one store's file for commits of others.
///
/// Only the connection that writes can tell others' commits from this engine's own: for it, `PRAGMA data_version` moves
/// with the former alone. It is asked when a connection sees that the file has changed since its last look, which SQLite
/// tells without a statement: after each BEGIN, where its own commits are left out of account, and after each read.
/// A commit of others may have emptied the file or put another store into it: then nothing is read or written any more.
final class CommitWatch: @unchecked Sendable {
    // Sendable because all that changes is touched under the lock only, and connections by those who have borrowed them.
    private let lock = NSLock()
    private var body: (@Sendable () -> Void)?
    /// The store that was opened; nil until it is known.
    private var identity: StoreIdentity?
    /// What everybody is told from now on, once the file has lost the store.
    private var loss: StoreError?
    private let isLost = Atomic<Bool>(false)

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
        let fileVersion = writer.fileVersion
        defer { if writer.seenVersion == version { writer.seenFileVersion = fileVersion } }
        guard version != writer.seenVersion else { return true }
        guard (try? Self.withoutWaiting(writer, { try examine(writer) })) != nil else { return false }
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
        withoutWaiting(writer) { try? writer.first("PRAGMA data_version") { $0.integer(0) } }
    }

    private static func withoutWaiting<T>(_ writer: SQLiteConnection, _ body: () throws -> T) rethrows -> T {
        let timeout = writer.lockWait.timeout
        writer.lockWait.timeout = 0
        defer { writer.lockWait.timeout = timeout }
        return try body()
    }

    /// Called with a connection that has read.
    ///
    /// - Throws: `StoreError.replaced` when what it has read may be of another store.
    func didRead(_ reader: SQLiteConnection, _ pool: ConnectionPool) throws {
        let version = reader.fileVersion
        if version != reader.seenFileVersion { try didSeeChange(reader, version, pool) }
        try requireSameStore()
    }

    private func didSeeChange(_ reader: SQLiteConnection, _ version: UInt32, _ pool: ConnectionPool) throws {
        if reader.watch === self {
            // Readers of a file without a WAL use the connection that writes.
            if !look(reader) { try examine(reader) }
            return
        }
        var isTold = false
        // The pool of a SQLite engine holds SQLite connections only. If the writer is busy or the file is locked, the next
        // read asks.
        if pool.writeIfFree({ isTold = look($0 as! SQLiteConnection) }), isTold {
            reader.seenFileVersion = version
        } else if reader.examinedFileVersion != version {
            try examine(reader)
            reader.examinedFileVersion = version
        }
    }
}

// Whether the file still holds the store that was opened.
extension CommitWatch {
    /// Remembers which store the file holds.
    func remember(_ writer: SQLiteConnection) throws {
        let found = try StoreIdentity(writer)
        lock.withLock { identity = found }
    }

    /// Takes a UUID that this engine is about to write for the store's.
    func accept(_ identifier: String) { lock.withLock { identity?.accept(identifier) } }

    /// Looks with a connection that has just got the lock for writing.
    ///
    /// - Throws: `StoreError.replaced`; what looking reports, because nothing may be written into a store that is unknown.
    func lookBeforeWriting(_ writer: SQLiteConnection) throws {
        if !look(writer) { try examine(writer) }
        try requireSameStore()
    }

    /// - Throws: `StoreError.replaced` when a connection sees another store, or another one has seen it before.
    func requireSameStore(_ connection: SQLiteConnection) throws {
        try examine(connection)
        try requireSameStore()
    }

    private func requireSameStore() throws {
        guard isLost.load(ordering: .acquiring) else { return }
        if let loss = lock.withLock({ loss }) { throw loss }
    }

    /// Finds out which store a connection sees.
    ///
    /// - Throws: what reading reports; a file that lost its store is no error here.
    private func examine(_ connection: SQLiteConnection) throws {
        guard let known = lock.withLock({ identity }) else { return }
        switch try known.look(connection) {
        case .same(let found): lock.withLock { identity?.adopt(found) }
        case .destroyed: lose(connection, isDestroyed: true)
        case .replaced: lose(connection, isDestroyed: false)
        }
    }

    private func lose(_ connection: SQLiteConnection, isDestroyed: Bool) {
        lock.withLock { loss = loss ?? .replaced(path: connection.path, isDestroyed: isDestroyed) }
        isLost.store(true, ordering: .releasing)
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
