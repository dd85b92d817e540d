// SPDX-License-Identifier: Apache-2.0
// Compares the pages of a store with the checksums that StoreProtection.swift has left beside it.

import Foundation
import PerdureStore

/// What the page checksums of a store say.
package struct ProtectionFinding: Sendable {
    /// What is known of the file.
    package enum State: String, Sendable {
        /// All pages are as they were.
        case intact
        /// Pages have changed although nobody has written the file since.
        case damaged
        /// Somebody has written the file since, and nobody can tell changes from damage.
        case older
    }

    package let state: State
    /// When the store was protected.
    package let date: Date
    /// The number of protected pages.
    package let pages: Int
    /// The numbers of pages that differ, from 1 on; at most `limit`.
    package let differing: [Int]
    package let differingCount: Int
    /// Whether the WAL has newer commits, which no checksum covers.
    package let hasNewerCommits: Bool

    package static let limit = 100

    /// Compares the pages.
    ///
    /// - Parameter path: The store's file.
    /// - Returns: The finding; nil where the store has no checksums.
    /// - Throws: `StoreError.cannotOpen` for checksums that cannot be used, and the errors of reads.
    package static func of(_ path: String) throws -> ProtectionFinding? {
        let file = ChecksumFile(of: path)
        do {
            guard let checksums = try file.read() else { return nil }
            return try ProtectionCheck(store: file.store, checksums: checksums).run()
        } catch let damage as PageChecksums.Damage {
            throw StoreError.cannotOpen(
                path: file.path, code: EIO,
                reason:
                    "the page checksums cannot be used: \(damage.reason): check the store, and run 'perdure store"
                    + " protect' again, or with --remove")
        }
    }
}

/// One comparison.
struct ProtectionCheck {
    let store: String
    let checksums: PageChecksums

    func run() throws -> ProtectionFinding {
        let file = try DatabaseFile(path: store)
        // Nobody writes a file with a rollback journal meanwhile. Checkpoints of a WAL show in the file's time.
        try file.lock(timeout: 60)
        return try withExtendedLifetime(file) { try compare(file) }
    }

    private func compare(_ file: DatabaseFile) throws -> ProtectionFinding {
        let before = try status()
        let (count, first) = try differences(file, Int64(before.st_size))
        let isAsLeft = [before, try status()].allSatisfy { FileTime($0.st_mtim) == checksums.modified }
        return ProtectionFinding(
            state: count == 0 ? .intact : isAsLeft ? .damaged : .older,
            date: Date(timeIntervalSince1970: Double(checksums.date)), pages: checksums.checksums.count,
            differing: first, differingCount: count,
            hasNewerCommits: try SideFiles(beside: store).wal.map { $0.size > 0 } ?? false)
    }

    /// The number of pages that differ, and the first of them; pages that came or went differ too.
    private func differences(_ file: DatabaseFile, _ size: Int64) throws -> (Int, [Int]) {
        var (count, first): (Int, [Int]) = (0, [])
        let note = { (index: Int) in
            count += 1
            if first.count < ProtectionFinding.limit { first.append(index + 1) }
        }
        let pages = SummedPages(file: file, fileSize: size, pageSize: checksums.pageSize)
        try pages.forEach { index, sum in
            if index >= checksums.checksums.count || checksums.checksums[index] != sum { note(index) }
        }
        let found = PageChecksums.pages(size, of: checksums.pageSize)
        for index in stride(from: found, to: checksums.checksums.count, by: 1) { note(index) }
        return (count, first)
    }

    private func status() throws -> stat {
        var status = stat()
        guard stat(store, &status) == 0 else { throw FileHeader.cannotOpen(store, errno) }
        return status
    }
}
