// SPDX-License-Identifier: Apache-2.0
// Destroys a store without taking its file away from those who have it open.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// The destroying of a store.
///
/// 1. Nobody else has the file open: it is emptied under the exclusive lock, and what belongs to it is removed.
/// 2. Somebody has: the content is replaced by an empty database, in one transaction. Who has it open notices with the
///    next read or write (CommitWatch.swift).
///
/// Connections to a file with a rollback journal hold no lock while they rest, so nobody can know whether there are any.
/// Such a file goes the second way: the numbers by which they notice changes must go on, and begin anew in a file without
/// bytes.
struct StoreDestruction {
    let path: String
    /// Seconds to wait for the lock; infinity for as long as it takes.
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
        StagingFolder.removeAbandoned(of: path)
        if isInWALMode, let file = try SoleFile(path: path) {
            try file.empty()
            // Who opens the store now waits until all of the old one has gone.
            try withExtendedLifetime(file) { try removeSidecars() }
        } else {
            try emptyDatabase()
        }
    }

    /// Whether there is anything beside a missing file.
    private var hasLeftOvers: Bool {
        let files = StoreSideFiles(path: path)
        return (files.sqlite + StoreFeatures.sidecars(of: path).map(\.place)).contains {
            FileManager.default.fileExists(atPath: $0)
        }
    }

    /// In one step out of the way, then piece by piece.
    private func removeSidecars() throws {
        var status = stat()
        for place in StoreFeatures.sidecars(of: path).map(\.place) where lstat(place, &status) == 0 {
            let staging = try StagingFolder(for: path)
            defer { staging.remove() }
            // Renames a link itself, not what it points to.
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

    /// SQLite's own way for a file that it cannot read: also one transaction, for which it looks at nothing.
    private func eraseDamaged(_ target: SQLiteConnection) throws {
        target.set(SQLITE_DBCONFIG_RESET_DATABASE, true)
        defer { target.set(SQLITE_DBCONFIG_RESET_DATABASE, false) }
        try target.execute("VACUUM")
    }
}

extension CommitProbe {
    /// Finds that a file holds nothing.
    static let emptiness = CommitProbe("SELECT 1 FROM sqlite_master LIMIT 1", [], expectsRow: false)
}
