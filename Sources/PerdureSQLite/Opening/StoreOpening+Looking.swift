// SPDX-License-Identifier: Apache-2.0
// Connections that only read. Nothing beside the file is changed, whatever lies there: where SQLite would play a journal
// back, or write to side files that are not the store's alone, a private copy is read.

import CSQLite
import Foundation
import PerdureStore

extension StoreOpening {
    /// Opens a file for reading only, on whatever medium it lies.
    func readOnly() throws -> SQLiteConnection {
        guard try Self.content(at: file).isDatabase else {
            throw StoreError.cannotOpen(
                path: options.path, code: ENOENT,
                reason: "there is no store, and a store that is opened read-only is not created")
        }
        let connection = try prepared(.readOnly)
        do {
            try connection.readOnce()
            return connection
        } catch let error as StoreError {
            return try withoutSideFiles(after: error)
        }
    }

    /// Opens a file for a short look that leaves no side files behind.
    ///
    /// A store in WAL mode has a -wal file while anybody has it open. Without one, and without a journal, the file is read
    /// as it is; else the ordinary way is taken.
    ///
    /// - Parameter isOpenedNext: whether the file is opened for writing after the look, which plays a journal back: then
    ///   the look may do it too, and saves a copy.
    /// - Returns: a connection, which keeps the copy that it reads.
    /// - Throws: `StoreError`, when the file is no store, names another file, or cannot be read or copied.
    func forLooking(isOpenedNext: Bool = false) throws -> SQLiteConnection {
        let opening = try isOpenedNext ? self : undisturbing()
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

    /// Itself, or where reading in place would change something, an opening that reads a private copy.
    ///
    /// - Throws: `StoreError.cannotOpen` when a journal names another file, or the copy cannot be made.
    func undisturbing() throws -> StoreOpening {
        guard copy == nil, !isInMemory, try Self.content(at: options.path).isDatabase else { return self }
        let files = try SideFiles(beside: options.path)
        let needsCopy =
            try files.haveLeftJournal() || files.all.contains { $0.isShared } || !isReadableInPlace(files)
        guard needsCopy else { return self }
        var opening = self
        opening.copy = try PrivateStoreCopy(of: options.path)
        return opening
    }

    /// Whether SQLite can read a WAL: it needs another side file for that.
    private func isReadableInPlace(_ files: SideFiles) -> Bool {
        let folder = URL(fileURLWithPath: files.database).deletingLastPathComponent().path
        guard files.arePartOfTheStore, access(folder, W_OK) != 0 else { return true }
        do {
            try prepared(.readOnly).readOnce()
            return true
        } catch {
            // What else is wrong is said by the one who reads the copy.
            return false
        }
    }

    /// A file whose writer was cut off cannot be read before its journal has been played back, which needs the right to
    /// write: what is read then is what the last commit left.
    private func afterRecovery() throws -> SQLiteConnection {
        let connection = try repairing()
        try connection.readOnce()
        return connection
    }

    /// A store in WAL mode needs side files even for reading; where they cannot be made, the file alone will do, but
    /// only if nothing lies beside it that belongs to what was committed, or takes back what was not.
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
