// SPDX-License-Identifier: Apache-2.0
// The files that SQLite finds beside a database by their names, checked before SQLite uses them. Each must be a plain file of
// the store, and a journal must not name another file. SQLiteConnection asks each time it opens a file.

import CSQLite
import Foundation
import PerdureStore

/// The side files of a store.
struct SideFiles {
    /// The user's path of the store, for errors.
    let store: String
    /// The real path of the file: SQLite follows links, and looks for the side files there.
    let database: String
    let journal: SideFile?
    let wal: SideFile?
    let sharedMemory: SideFile?

    /// Reads the attributes of the side files; none is opened.
    ///
    /// - Throws: `StoreError.cannotOpen` for a side file that is a link, a pipe, a device or a folder.
    init(beside store: String, at path: String? = nil) throws {
        self.store = store
        database = Self.resolved(path ?? store)
        journal = try SideFile(database + "-journal", store: store)
        wal = try SideFile(database + "-wal", store: store)
        sharedMemory = try SideFile(database + "-shm", store: store)
    }

    /// The path without links; for a file that is still to be made, only the links to it are followed.
    static func resolved(_ path: String) -> String {
        if let found = realpath(path, nil) {
            defer { free(found) }
            return String(cString: found)
        }
        // Links in a circle give another error.
        guard errno == ENOENT,
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        else { return path }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        return resolved(URL(fileURLWithPath: target, relativeTo: folder).absoluteURL.path)
    }

    var all: [SideFile] { [journal, wal, sharedMemory].compactMap { $0 } }

    /// Whether the file alone would lack commits, or have pages that were never committed.
    var arePartOfTheStore: Bool { journal != nil || wal != nil }

    /// Whether a writer has crashed, so that its journal must be rolled back before the file can be read.
    ///
    /// - Throws: `StoreError.cannotOpen` when the journal names another file.
    func haveLeftJournal() throws -> Bool {
        guard let journal = try readJournal(), journal.isFilled, try !isBeingWritten() else { return false }
        if let name = journal.superJournal { throw refusal(of: name) }
        return true
    }

    /// Checks that SQLite may use the side files.
    ///
    /// - Parameter mayWrite: whether the connection may roll a journal back.
    /// - Throws: `StoreError.cannotOpen` for a file with another hard link, or a journal that names another file.
    func review(mayWrite: Bool) throws {
        for file in all where file.isShared {
            throw StoreError.cannotOpen(
                path: store, code: SQLITE_CANTOPEN,
                reason:
                    "\(file.path) has another name too (a hard link), so that what is written to it would be"
                    + " written there: replace it with a copy of its own")
        }
        guard mayWrite, let name = try readJournal()?.superJournal, try !isBeingWritten() else { return }
        throw refusal(of: name)
    }

    /// The content of the journal; nil without a journal.
    func readJournal() throws -> RollbackJournal? {
        try journal.flatMap { try RollbackJournal(path: $0.path, store: store) }
    }

    /// Whether a connection is writing: its journal is no leftover, and SQLite leaves it alone.
    private func isBeingWritten() throws -> Bool {
        var status = stat()
        guard stat(database, &status) == 0 else { return false }
        return try DatabaseFile(path: database).isBeingWritten()
    }

    private func refusal(of name: String) -> StoreError {
        .cannotOpen(
            path: store, code: SQLITE_CANTOPEN,
            reason:
                "the rollback journal \(database)-journal names the super-journal \(name), and playing it back"
                + " would remove that file. If a program of yours was cut off while it wrote to several files at once,"
                + " open the store with that program. Otherwise do not trust the journal: copy the store without it,"
                + " and check the copy")
    }
}

/// A plain file beside a database.
struct SideFile {
    let path: String
    let size: Int64
    /// The space on the disk: less than the size when the file has holes.
    let allocated: Int64
    /// Whether the file has another hard link, so that a write changes the other file too.
    let isShared: Bool
    let owner: (user: uid_t, group: gid_t)

    /// Reads the attributes of a file; nil when there is none.
    ///
    /// - Throws: `StoreError.cannotOpen` for anything but a plain file.
    init?(_ path: String, store: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError.cannotOpen(
                path: store, code: SQLITE_CANTOPEN,
                reason:
                    "\(path) is \(Self.kind(status.st_mode)), not a plain file: remove it, or put the store's own"
                    + " file there")
        }
        self.path = path
        size = Int64(status.st_size)
        allocated = min(Int64(status.st_blocks) * 512, size)
        isShared = status.st_nlink > 1
        owner = (status.st_uid, status.st_gid)
    }

    private static func kind(_ mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFLNK: "a symbolic link"
        case S_IFDIR: "a folder"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}
