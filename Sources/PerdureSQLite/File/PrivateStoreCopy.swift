// SPDX-License-Identifier: Apache-2.0
// A copy of a store in its own folder, for stores that cannot be read in place: the journal must be rolled back first, the
// side files are shared with others, or SQLite cannot create its own side files on the medium. FileCopying.swift copies the
// bytes.

import CSQLite
import Foundation
import PerdureStore

/// A copy of a store's files, which is removed with its last user.
///
/// External data is not copied but read in place.
package final class PrivateStoreCopy: Sendable {
    /// The copy's main file.
    package let path: String
    private let folder: URL
    private let store: String

    /// The default limit for the copied bytes.
    package static let usualLimit: Int64 = 64 << 30

    /// Copies one state of a store, and rolls its journal back in the copy.
    ///
    /// - Parameters:
    ///   - store: The store's file.
    ///   - copying: The limit, and who hears of the work.
    ///   - tries: How often the copy is made anew because another process has changed the store meanwhile.
    /// - Throws: `StoreError.cannotOpen` when a file is larger than the limit or no plain file, when a journal names another
    ///   file, when the store keeps changing, or when the disk is full.
    package init(of store: String, _ copying: PrivateCopying = PrivateCopying(), tries: Int = 5) throws {
        self.store = store
        let name = URL(fileURLWithPath: store).lastPathComponent
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("perdure-\(UUID().uuidString)")
        path = folder.appendingPathComponent(name).path
        try Self.makeFolder(folder, for: store)
        copying.began(folder.path)
        try copyFiles(copying, tries)
        try playBack()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func makeFolder(_ folder: URL, for store: String) throws {
        guard mkdir(folder.path, 0o700) == 0 else {
            throw StoreError.cannotOpen(
                path: store, code: errno,
                reason: "the folder \(folder.path) for a private copy cannot be created"
                    + " (\(String(cString: strerror(errno)))); set TMPDIR to a folder that can be written")
        }
    }

    /// Repeats the copy until no process has changed the store meanwhile.
    private func copyFiles(_ copying: PrivateCopying, _ tries: Int) throws {
        for _ in 0..<tries {
            let files = try SideFiles(beside: store)
            _ = try files.haveLeftJournal()
            let before = FileFingerprint(path: files.database)
            try copy(files, copying)
            if before == FileFingerprint(path: files.database) { return }
        }
        throw StoreError.cannotOpen(
            path: store, code: SQLITE_BUSY,
            reason: "another program keeps writing to it while it is being copied; try again when it is idle")
    }

    private func copy(_ files: SideFiles, _ how: PrivateCopying) throws {
        var status = stat()
        guard stat(files.database, &status) == 0 else { throw FileHeader.cannotOpen(store, errno) }
        // A journal without a header has no content, and may hide the name of a file.
        let journal = try files.readJournal()?.isFilled == true ? files.journal : nil
        let others = [files.wal, journal].compactMap { $0 }
        let total = others.reduce(Int64(status.st_size)) { $0 + $1.size }
        let allocated = min(Int64(status.st_blocks) * 512, Int64(status.st_size))
        try requireRoom(total, others.reduce(allocated) { $0 + $1.allocated }, how.limit)
        var copying = FileCopying(store: store, sharesBlocks: how.sharesBlocks)
        try copying.copy(
            DatabaseFile(path: files.database), size: Int64(status.st_size), to: path
        ) { try how.progress($0, total) }
        for suffix in ["-wal", "-journal"] {
            // A side file that is missing must be missing in the copy too.
            unlink(path + suffix)
            guard others.contains(where: { $0.path == files.database + suffix }) else { continue }
            try copying.copySideFile(files.database + suffix, to: path + suffix) {
                try how.progress($0, total)
            }
        }
    }

    private func requireRoom(_ size: Int64, _ allocated: Int64, _ limit: Int64) throws {
        guard size <= limit else {
            throw StoreError.cannotOpen(
                path: store, code: EFBIG,
                reason: "a private copy of \(size) bytes is needed to look at it, and \(limit) are allowed")
        }
        var room = statvfs()
        guard statvfs(folder.path, &room) == 0 else { return }
        let (free, overflows) = UInt64(room.f_bavail).multipliedReportingOverflow(by: UInt64(room.f_frsize))
        guard !overflows, free < UInt64(allocated) + 1 << 20 else { return }
        throw StoreError.cannotOpen(
            path: store, code: ENOSPC,
            reason:
                "a private copy of \(allocated) bytes is needed to look at it, and \(folder.path) has room for"
                + " \(free); set TMPDIR to a folder with room for a copy")
    }

    /// Rolls the journal back, which the first read does.
    private func playBack() throws {
        guard FileManager.default.fileExists(atPath: path + "-journal") else { return }
        let connection = try SQLiteConnection(path: store, file: path, mode: .readWrite, timeout: 0)
        try connection.readOnce()
    }
}
