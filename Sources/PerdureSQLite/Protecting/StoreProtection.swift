// SPDX-License-Identifier: Apache-2.0
// Protects a store against damage that SQLite does not see: sums its pages up while nobody can write. The store's file stays as it
// is. ProtectionCheck.swift compares the pages with the sums later.

import CSQLite
import Foundation
import PerdureStore

/// The page checksums of a store.
package enum StoreProtection {
    /// Brings a store to rest, and writes the checksums of its pages beside it.
    ///
    /// The caller has checked the store: what is summed up counts as right. Commits in the WAL are moved into the file first, as
    /// the last connection that closes does it.
    ///
    /// - Returns: The number of pages.
    /// - Throws: `StoreError.cannotOpen` where others have the store open, or the checksums cannot be written; `.notAStore`,
    ///   `.readOnly`, and the errors of reads.
    package static func protect(_ path: String) throws -> Int {
        try rest(path)
        let store = SideFiles.resolved(path)
        guard let lock = try ExclusiveFile(path: store) else { throw inUse(path) }
        return try withExtendedLifetime(lock) {
            let files = try SideFiles(beside: store)
            let hasJournal = try files.readJournal()?.isFilled ?? false
            guard (files.wal?.size ?? 0) == 0, !hasJournal else { throw inUse(path) }
            let checksums = try sums(store)
            try ChecksumFile(of: store).write(checksums) { passTime(of: checksums.modified, $0) }
            return checksums.checksums.count
        }
    }

    /// Removes the checksums of a store.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: `StoreError.cannotOpen`.
    package static func remove(_ path: String) throws -> Bool { try ChecksumFile(of: path).remove() }

    /// Moves commits from the WAL into the file, and rolls a journal back.
    private static func rest(_ path: String) throws {
        guard try StoreOpening.content(at: path).isDatabase else { throw SQLiteStoreFile.missing(path) }
        guard try SideFiles(beside: path).arePartOfTheStore else { return }
        var options = SQLiteOptions(path: path)
        options.timeout = 10
        let connection = try StoreOpening(options: options).writer()
        try SQLiteStoreFile.requireStore(connection)
    }

    private static func sums(_ store: String) throws -> PageChecksums {
        var status = stat()
        guard stat(store, &status) == 0 else { throw FileHeader.cannotOpen(store, errno) }
        let size = try FileHeader(path: store).pageSize
        let pages = SummedPages(
            file: try DatabaseFile(path: store), fileSize: Int64(status.st_size), pageSize: size)
        return PageChecksums(
            pageSize: size, fileSize: Int64(status.st_size), modified: FileTime(status.st_mtim),
            date: Int64(Date().timeIntervalSince1970), checksums: try pages.all())
    }

    /// Waits until the file system gives another time to what is written now.
    ///
    /// Its clock moves in steps, of some milliseconds mostly. A write in the step of the last one would leave the time as it is,
    /// and would look like damage. A time in the future needs no wait: the next write sets it back.
    private static func passTime(of modified: FileTime, _ file: Int32) {
        for _ in 0..<3_000 {
            var status = stat()
            guard futimens(file, nil) == 0, fstat(file, &status) == 0 else { return }
            let now = FileTime(status.st_mtim)
            guard !(modified < now), modified.seconds - now.seconds < 3 else { return }
            usleep(1_000)
        }
    }

    private static func inUse(_ path: String) -> StoreError {
        .cannotOpen(
            path: path, code: SQLITE_BUSY,
            reason: "another connection has it open, and its pages must rest while they are summed up:"
                + " close it there, and try again")
    }
}
