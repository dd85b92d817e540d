// SPDX-License-Identifier: Apache-2.0
// Connections that only read. They change nothing beside the file. A private copy is read instead when SQLite would roll a
// journal back, or would write to side files that do not belong to the store alone.

import CSQLite
import Foundation
import PerdureStore

extension StoreOpening {
    /// Opens a file for reading only, even on a read-only medium.
    func readOnly() throws -> SQLiteConnection {
        if let pinned { return pinned }
        guard try Self.content(at: file).isDatabase else {
            throw StoreError.cannotOpen(
                path: options.path, code: ENOENT,
                reason: "there is no store, and a store that is opened read-only is not created")
        }
        do {
            // A pragma may be the first that reads.
            let connection = try prepared(.readOnly)
            try connection.readOnce()
            return connection
        } catch let error as StoreError {
            return try withoutSideFiles(after: error)
        }
    }

    /// Opens a file for a short read that leaves no side files.
    ///
    /// A store in WAL mode has a -wal file while any connection is open. Without a -wal file and a journal the file is read
    /// as immutable; otherwise the usual way is used.
    ///
    /// - Parameter isOpenedNext: whether the file is opened for writing afterwards. That opening rolls a journal back, so
    ///   this read may do it too, which saves a copy.
    /// - Returns: a connection, which keeps the copy if it reads one.
    /// - Throws: `StoreError`, when the file is no store, names another file, or cannot be read or copied.
    func shortReadConnection(isOpenedNext: Bool = false) throws -> SQLiteConnection {
        let opening = try isOpenedNext ? self : withoutFileChanges()
        let content = try Self.content(at: opening.file)
        let files = try SideFiles(beside: options.path, at: opening.file)
        if isOpenedNext { try files.review(mayWrite: true) }
        if content.isInWALMode, !files.arePartOfTheStore { return try opening.prepared(.immutable) }
        do {
            return try opening.readOnly()
        } catch StoreError.readOnly where isOpenedNext && files.journal != nil {
            return try afterRecovery()
        }
    }

    /// Returns this opening, or an opening of a private copy when reading in place would change a file.
    ///
    /// - Throws: `StoreError.cannotOpen` when a journal names another file, or the copy cannot be made.
    func withoutFileChanges() throws -> StoreOpening {
        guard copy == nil, !isInMemory, try Self.content(at: options.path).isDatabase else { return self }
        let files = try SideFiles(beside: options.path)
        let needsCopy =
            try files.haveLeftJournal() || files.all.contains { $0.isShared } || !isReadableInPlace(files)
        guard needsCopy else { return self }
        var opening = self
        opening.copy = try PrivateStoreCopy(of: options.path)
        return opening
    }

    /// Whether SQLite can read a WAL: SQLite needs another side file for that.
    private func isReadableInPlace(_ files: SideFiles) -> Bool {
        let folder = URL(fileURLWithPath: files.database).deletingLastPathComponent().path
        guard files.arePartOfTheStore, access(folder, W_OK) != 0 else { return true }
        do {
            try prepared(.readOnly).readOnce()
            return true
        } catch {
            // The reader of the copy reports any other error.
            return false
        }
    }

    /// Opens a file whose writer has crashed.
    ///
    /// SQLite must roll the journal back first, which needs write access. The connection then reads the state of the last
    /// commit.
    private func afterRecovery() throws -> SQLiteConnection {
        let connection = try repairing()
        try connection.readOnce()
        return connection
    }

    /// Reads the file alone.
    ///
    /// A store in WAL mode needs side files even for reading. When they cannot be created, the file alone is enough, but only
    /// without a -wal file with commits and without a journal that undoes a transaction.
    private func withoutSideFiles(after error: StoreError) throws -> SQLiteConnection {
        guard needsSideFiles(error) else { throw notAStore(error) }
        let files = try SideFiles(beside: options.path, at: file)
        guard files.journal == nil else { throw error }
        guard files.wal == nil else {
            throw StoreError.cannotOpen(
                path: options.path, code: SQLITE_CANTOPEN,
                reason:
                    "commits lie in \(options.path)-wal, which cannot be read where no file can be created:"
                    + " copy the store with its -wal file to a folder that can be written")
        }
        let connection = try prepared(.immutable)
        do {
            try connection.readOnce()
        } catch let error as StoreError {
            throw notAStore(error)
        }
        return connection
    }

    private func needsSideFiles(_ error: StoreError) -> Bool {
        switch error {
        case .cannotOpen, .readOnly: true
        case .database(let code, _, _, _): code == SQLITE_IOERR
        default: false
        }
    }
}
