// SPDX-License-Identifier: Apache-2.0
// The files that SQLite finds beside a database by their names, looked at before it does: each is a plain file of the
// store's own, and a journal names no other file. SQLiteConnection asks each time it opens a file.

import CSQLite
import Foundation
import PerdureStore

/// What lies beside a store's file.
struct SideFiles {
    /// As the user named it, for errors.
    let store: String
    /// Where the file really is: SQLite follows links to it, and looks there for the others.
    let database: String
    let journal: SideFile?
    let wal: SideFile?
    let sharedMemory: SideFile?

    /// Looks at them; none is opened.
    ///
    /// - Throws: `StoreError.cannotOpen` for one that is a link, a pipe, a device or a folder.
    init(beside store: String, at path: String? = nil) throws {
        self.store = store
        database = Self.resolved(path ?? store)
        journal = try SideFile(database + "-journal", store: store)
        wal = try SideFile(database + "-wal", store: store)
        sharedMemory = try SideFile(database + "-shm", store: store)
    }

    /// The path without links; itself where there is no file yet.
    static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    var all: [SideFile] { [journal, wal, sharedMemory].compactMap { $0 } }

    /// Whether a file alone would lack something, or have what was never committed.
    var arePartOfTheStore: Bool { journal != nil || wal != nil }

    /// Whether a writer was cut off, whose journal is to be played back before the file can be read.
    ///
    /// - Throws: `StoreError.cannotOpen` when the journal names another file.
    func haveLeftJournal() throws -> Bool {
        guard let journal = try readJournal(), journal.isFilled, try !isBeingWritten() else { return false }
        if let name = journal.superJournal { throw refusal(of: name) }
        return true
    }

    /// Makes sure that SQLite may do with them what it does.
    ///
    /// - Parameter mayWrite: whether the connection may play a journal back.
    /// - Throws: `StoreError.cannotOpen` for a file that has another name too, or a journal that names another file.
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

    /// What the journal says of itself; nil where there is none.
    func readJournal() throws -> RollbackJournal? {
        try journal.flatMap { try RollbackJournal(path: $0.path, store: store) }
    }

    /// A journal of somebody who is at work is no leftover; SQLite leaves it to him.
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
    /// What it takes on the disk: less than its size where it has holes.
    let allocated: Int64
    /// Whether it has another name, so that writing to it changes what lies there.
    let isShared: Bool

    /// nil where there is none.
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
