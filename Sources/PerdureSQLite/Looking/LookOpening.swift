// SPDX-License-Identifier: Apache-2.0
// How a look reads a file. In place is possible where SQLite creates nothing: with a rollback journal, and in WAL mode while the
// -wal and the -shm lie there, which a connection keeps there. Everything else is read from a private copy.

import CSQLite
import Foundation
import PerdureStore

/// Finds the way to read a file that others may write.
struct LookOpening {
    let opening: StoreOpening
    let copying: PrivateCopying
    /// Others may open and close the store between two looks at its side files.
    private static let mostTries = 20

    /// Opens the file with one connection that has begun its transaction.
    ///
    /// - Throws: `StoreError`.
    func run() throws -> StoreOpening {
        var last: (any Error)?
        for _ in 0..<Self.mostTries {
            do {
                if let found = try open() { return found }
            } catch let error as StoreError where Self.isPassing(error) {
                last = error
            }
            usleep(UInt32.random(in: 200...5_000))
        }
        throw last
            ?? StoreError.busy(
                path: opening.options.path, operation: "reading", waited: opening.options.timeout)
    }

    /// Opens the file in the state that it is in now; nil when that changed meanwhile.
    private func open() throws -> StoreOpening? {
        guard try StoreOpening.content(at: opening.options.path).isDatabase else {
            throw StoreError.cannotOpen(path: opening.options.path, code: ENOENT, reason: "there is no store")
        }
        let file = try DatabaseFile(path: SideFiles.resolved(opening.options.path))
        // The last connection of a store removes the -wal and the -shm only when nobody has this lock.
        try file.lock(timeout: opening.options.timeout)
        return try withExtendedLifetime(file) { try openLocked() }
    }

    private func openLocked() throws -> StoreOpening? {
        let content = try StoreOpening.content(at: opening.options.path)
        let files = try SideFiles(beside: opening.options.path)
        if try isReadableInPlace(files, content), let found = try inPlace() { return found }
        var copied = opening
        copied.copy = try PrivateStoreCopy(of: opening.options.path, copying, tries: 1)
        return try pinned(copied, .readOnly)
    }

    private func isReadableInPlace(_ files: SideFiles, _ content: StoreOpening.Content) throws -> Bool {
        if try files.haveLeftJournal() || files.all.contains(where: { $0.isShared }) { return false }
        guard content.isInWALMode || files.wal != nil else { return true }
        guard let wal = files.wal, let memory = files.sharedMemory else { return false }
        return keepsOwner(of: wal, files.database) && keepsOwner(of: memory, files.database)
    }

    /// Whether opening a side file leaves its owner alone: for root SQLite gives it the owner of the database.
    private func keepsOwner(of file: SideFile, _ database: String) -> Bool {
        guard geteuid() == 0 else { return true }
        var status = stat()
        guard stat(database, &status) == 0 else { return false }
        return file.owner == (status.st_uid, status.st_gid)
    }

    /// A connection to the file itself; nil where SQLite would have to write.
    private func inPlace() throws -> StoreOpening? {
        do { return try pinned(opening, .looking) } catch StoreError.readOnly { return nil } catch StoreError
            .cannotOpen
        {
            // The copy says more about a file that nobody can open.
            return nil
        }
    }

    private func pinned(_ opening: StoreOpening, _ mode: SQLiteConnection.Mode) throws -> StoreOpening {
        var opening = opening
        let connection = try opening.prepared(mode)
        try connection.pin()
        opening.pinned = connection
        return opening
    }

    /// Whether another try may succeed: the file changed while it was copied, or the protocol of locks gave up.
    private static func isPassing(_ error: StoreError) -> Bool {
        switch error {
        case .cannotOpen(_, SQLITE_BUSY, _): true
        case .database(SQLITE_PROTOCOL, _, _, _): true
        default: false
        }
    }
}
