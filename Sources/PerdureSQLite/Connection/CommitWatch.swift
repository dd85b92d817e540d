// SPDX-License-Identifier: Apache-2.0
// Notices commits of other engines and processes. A read without such a commit costs nothing.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore
import Synchronization

/// Watches one store's file for commits of other connections outside of this engine.
///
/// Only the connection that writes can tell other engines' commits from this engine's own: for it, `PRAGMA data_version`
/// changes only with the former. It is asked when a connection sees that the file has changed since its last check. SQLite
/// reports such a change without a statement: after each BEGIN, except for the connection's own commits, and after each read.
/// Another process may have emptied the file, replaced the store, or migrated it. After that nothing is read or written any more.
final class CommitWatch: @unchecked Sendable {
    // Sendable because the lock guards all mutable state, and borrowers guard the connections.
    private let lock = NSLock()
    private var body: (@Sendable () -> Void)?
    /// The identity of the opened store; nil until it is known.
    private var identity: StoreIdentity?
    /// The error for all reads and writes after the file has lost the store.
    private var loss: StoreError?
    private let isLost = Atomic<Bool>(false)

    /// Sets the function that is called after a commit of another engine.
    func notify(_ body: @escaping @Sendable () -> Void) {
        lock.lock()
        defer { lock.unlock() }
        self.body = body
    }

    /// Asks the connection that writes.
    ///
    /// Returns whether it could tell.
    @discardableResult
    func look(_ writer: SQLiteConnection) -> Bool {
        // Within a transaction an equal file version means that the file has not changed, so the usual save runs no statement
        // here.
        if writer.isInTransaction, writer.seenVersion != nil, writer.seenFileVersion == writer.fileVersion {
            return true
        }
        guard let version = Self.version(writer) else { return false }
        let fileVersion = writer.fileVersion
        defer { if writer.seenVersion == version { writer.seenFileVersion = fileVersion } }
        guard version != writer.seenVersion else { return true }
        guard (try? Self.withoutWaiting(writer, { try examine(writer) })) != nil else { return false }
        // The first check of a connection has no earlier version to compare with.
        let isFirst = writer.seenVersion == nil
        writer.seenVersion = version
        writer.schemaReview?.isDue = true
        if isFirst && !writer.wasReopened { return true }
        lock.lock()
        let body = self.body
        lock.unlock()
        body?()
        return true
    }

    /// The data version; nil while another process locks the file.
    ///
    /// The next check finds the same change.
    private static func version(_ writer: SQLiteConnection) -> Int64? {
        withoutWaiting(writer) { try? writer.first("PRAGMA data_version") { $0.integer(0) } }
    }

    private static func withoutWaiting<T>(_ writer: SQLiteConnection, _ body: () throws -> T) rethrows -> T {
        let timeout = writer.lockWait.timeout
        writer.lockWait.timeout = 0
        defer { writer.lockWait.timeout = timeout }
        return try body()
    }

    /// Checks a connection after a read.
    ///
    /// - Throws: `StoreError.replaced` when the read may have seen another store.
    func didRead(_ reader: SQLiteConnection, _ pool: ConnectionPool) throws {
        let version = reader.fileVersion
        if version != reader.seenFileVersion { try didSeeChange(reader, version, pool) }
        try requireSameStore()
    }

    private func didSeeChange(_ reader: SQLiteConnection, _ version: UInt32, _ pool: ConnectionPool) throws {
        if reader.watch === self {
            // Readers of a file without a WAL use the writer's connection.
            if !look(reader) { try examine(reader) }
            return
        }
        var isTold = false
        // The pool of a SQLite engine holds SQLite connections only. If the writer is busy or the file is locked, the next
        // read tries again.
        if pool.writeIfFree({ isTold = look($0 as! SQLiteConnection) }), isTold {
            reader.seenFileVersion = version
        } else if reader.examinedFileVersion != version {
            try examine(reader)
            reader.examinedFileVersion = version
        }
    }
}

// Checks whether the file still holds the opened store.
extension CommitWatch {
    /// Remembers the identity of the store in the file.
    func remember(_ writer: SQLiteConnection) throws {
        let found = try StoreIdentity(writer)
        lock.withLock { identity = found }
    }

    /// Accepts a UUID that this engine will write as one of the store's.
    func accept(_ identifier: String) { lock.withLock { identity?.accept(identifier) } }

    /// Checks the store on a connection that has just got the write lock.
    ///
    /// - Throws: `StoreError.replaced`; any error of the check, because nothing may be written into an unknown store.
    func checkBeforeWriting(_ writer: SQLiteConnection) throws {
        if !look(writer) { try examine(writer) }
        try requireSameStore()
        // A save into a file that has lost its name would end with the connection.
        if writer.hasMoved {
            throw StoreError.replaced(path: writer.path, isDestroyed: access(writer.path, F_OK) != 0)
        }
    }

    /// Requires that a connection sees the opened store.
    ///
    /// - Throws: `StoreError.replaced` when this connection sees another store, or another connection has seen one before.
    func requireSameStore(_ connection: SQLiteConnection) throws {
        try examine(connection)
        try requireSameStore()
    }

    /// Requires that nobody is known to have migrated the store; costs the look at one flag.
    ///
    /// - Throws: `StoreError.migrated`.
    func requireUnmigrated() throws {
        guard isLost.load(ordering: .acquiring), let loss = lock.withLock({ loss }), case .migrated = loss
        else { return }
        throw loss
    }

    private func requireSameStore() throws {
        guard isLost.load(ordering: .acquiring) else { return }
        if let loss = lock.withLock({ loss }) { throw loss }
    }

    /// Compares the store that a connection sees with the opened one.
    ///
    /// - Throws: any error of the read; a file without its store is no error here.
    private func examine(_ connection: SQLiteConnection) throws {
        guard let known = lock.withLock({ identity }) else { return }
        switch try known.look(connection) {
        case .same(let found): lock.withLock { identity?.adopt(found) }
        case .destroyed: lose(.replaced(path: connection.path, isDestroyed: true))
        case .replaced: lose(.replaced(path: connection.path, isDestroyed: false))
        case .migrated(let metadata): lose(.migrated(path: connection.path, metadata: metadata))
        }
    }

    private func lose(_ error: StoreError) {
        lock.withLock { loss = loss ?? error }
        isLost.store(true, ordering: .releasing)
    }
}

extension SQLiteConnection {
    /// Whether the file that the connection writes is no longer the one at its path: it was removed, or another took its name.
    fileprivate var hasMoved: Bool {
        var moved: Int32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return moved != 0
    }

    /// A number that changes when the connection sees a change of the file, by any process.
    var fileVersion: UInt32 {
        var version: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }
}
