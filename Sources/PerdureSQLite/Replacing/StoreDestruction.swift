// SPDX-License-Identifier: Apache-2.0
// Destroys a store without taking its file away from open connections.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// The destruction of a store.
///
/// 1. No other connection has the file open: the file is emptied under the exclusive lock, and its side files and sidecars go.
/// 2. Another connection has it open: one transaction replaces the content by an empty database. The other connections
///    notice with their next read or write (CommitWatch.swift).
///
/// Idle connections to a file with a rollback journal hold no lock, so they cannot be found. Such a file is replaced in the
/// second way: connections notice changes by a counter, which must continue but starts again in an empty file.
struct StoreDestruction {
    let path: String
    /// Seconds to wait for the lock; infinity for no limit.
    let timeout: TimeInterval

    func run() throws {
        let isInWALMode: Bool
        switch try StoreOpening.content(at: path) {
        case .missing:
            guard hasLeftOvers else { return }
            isInWALMode = true
        case .empty: isInWALMode = true
        case .database(let isWAL): isInWALMode = isWAL
        }
        StagingFolder.removeAllAbandoned(of: path)
        if isInWALMode, let file = try ExclusiveFile(path: path) {
            try file.empty()
            // A new opening waits until the old store is gone completely.
            try withExtendedLifetime(file) { try removeSidecars() }
        } else {
            try emptyDatabase()
        }
        _ = try ChecksumFile(of: path).remove()
    }

    /// Whether a missing file has left side files or sidecars.
    private var hasLeftOvers: Bool {
        let files = StoreSideFiles(path: path)
        return (files.sqlite + [files.checksums] + sidecarPlaces).contains {
            FileManager.default.fileExists(atPath: $0)
        }
    }

    /// The places of sidecars that no other store shares.
    private var sidecarPlaces: [String] { StoreFeatures.sidecars(of: path).compactMap(\.place) }

    /// Moves the sidecars away in one step, then removes them one by one.
    private func removeSidecars() throws {
        var status = stat()
        for place in sidecarPlaces where lstat(place, &status) == 0 {
            let staging = try StagingFolder(for: path)
            defer { staging.remove() }
            // This renames the link itself, not its target.
            guard rename(place, staging.file("sidecar")) == 0 else {
                throw FileHeader.cannotOpen(place, errno)
            }
        }
    }

    private func emptyDatabase() throws {
        let target = try StoreReplacement.target(path, .readWrite, timeout)
        let removals = StoreFeatures.sidecars(of: path).map { $0.removal() }
        do {
            try ContentReplacement(target: target, source: try emptySource(target), probe: .emptiness).run()
        } catch let error as StoreError where error.isDamage {
            try eraseDamaged(target)
        }
        for remove in removals { remove() }
    }

    private func emptySource(_ target: SQLiteConnection) throws -> SQLiteConnection {
        let source = try SQLiteConnection(path: path, mode: .memory, timeout: 0)
        let size = try target.first("PRAGMA page_size") { $0.integer(0) } ?? 4096
        try source.execute("PRAGMA page_size = \(size)")
        return source
    }

    /// Erases a file that SQLite cannot read.
    ///
    /// This is one transaction too, and it reads no content.
    private func eraseDamaged(_ target: SQLiteConnection) throws {
        target.set(SQLITE_DBCONFIG_RESET_DATABASE, true)
        defer { target.set(SQLITE_DBCONFIG_RESET_DATABASE, false) }
        try target.execute("VACUUM")
    }
}

extension CommitProbe {
    /// The probe that finds an empty database.
    static let emptiness = CommitProbe("SELECT 1 FROM sqlite_master LIMIT 1", [], expectsRow: false)
}
