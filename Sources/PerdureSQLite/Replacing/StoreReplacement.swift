// SPDX-License-Identifier: Apache-2.0
// Replaces a store by a copy of another one, in one step. First a draft is made beside the store (ReplacementDraft.swift).
// Then one transaction replaces the content (ContentReplacement.swift). Last, the files of the old content are removed.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// The replacement of a store by a copy of another one.
///
/// Files of large values are written before the commit of the transaction that names them. Their names do not occur in the
/// old content. The old content's files are removed afterwards. So after a kill there is the old store or the new one, each
/// with all of its files. There may also be files without a row, as after a kill in a save (ExternalDataSweep.swift).
struct StoreReplacement {
    let source: String
    let destination: String
    /// Seconds to wait for a lock of the source, and of the destination; infinity for no limit.
    let sourceTimeout: TimeInterval
    let timeout: TimeInterval

    /// Replaces the destination.
    ///
    /// - Parameter whileLocked: Is called after others are locked out and before anything is written.
    /// - Throws: What `whileLocked` throws, and the errors of `SQLiteStoreFile.copy`; the destination is unchanged then.
    func run(whileLocked: () throws -> Void = {}) throws {
        guard !isSameFile else { return }
        let content = try StoreOpening.content(at: destination)
        StagingFolder.removeAllAbandoned(of: destination)
        let staging = try StagingFolder(for: destination)
        defer { staging.remove() }
        let draft = try ReplacementDraft(of: source, in: staging, timeout: sourceTimeout)
        let exchanges = try draft.exchanges(replacing: destination)
        let target = try Self.target(destination, .create, timeout)
        let size = try Self.pageSize(target)
        if let size = size.pages, content.isDatabase { try draft.useForPages(size) }
        let replacement = ContentReplacement(
            target: target, source: draft.connection, probe: draft.probe, isDamaged: size.isDamaged)
        try exchange(replacement, exchanges, whileLocked)
    }

    private func exchange(
        _ replacement: ContentReplacement, _ exchanges: [any SidecarExchange],
        _ whileLocked: () throws -> Void
    ) throws {
        var exchanges = exchanges
        do {
            try replacement.run {
                try whileLocked()
                for index in exchanges.indices { try exchanges[index].move() }
            }
        } catch {
            // After a commit in doubt the new content may be there, so its files must stay.
            if case StoreError.inDoubt = error { throw error }
            for exchange in exchanges { exchange.removeNewFiles() }
            throw error
        }
        for exchange in exchanges { exchange.finish() }
        // They belong to the old content, and a later check would only say so.
        _ = try? ChecksumFile(of: destination).remove()
    }

    /// Whether both paths lead to the same file, which cannot replace itself.
    private var isSameFile: Bool {
        var (first, second) = (stat(), stat())
        guard stat(source, &first) == 0, stat(destination, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// A connection that replaces content.
    static func target(_ path: String, _ mode: SQLiteConnection.Mode, _ timeout: TimeInterval) throws
        -> SQLiteConnection
    {
        try SQLiteConnection(path: path, mode: mode, timeout: timeout) {
            sqlite3_wal_autocheckpoint($0.handle, 0)
            do { try $0.execute("PRAGMA synchronous = EXTRA") } catch let error as StoreError {
                // The setting reads the file. If the file is unreadable, SQLite's default FULL stays.
                guard error.isDamage else { throw error }
            }
        }
    }

    /// The size of the existing pages; nil without pages or when they are unreadable.
    private static func pageSize(_ target: SQLiteConnection) throws -> (pages: Int64?, isDamaged: Bool) {
        do {
            // This reads the header; without the header the size would be only a default.
            let count = try target.first("PRAGMA page_count") { $0.integer(0) } ?? 0
            let size = try target.first("PRAGMA page_size") { $0.integer(0) }
            return (count > 0 ? size : nil, false)
        } catch let error as StoreError where error.isDamage {
            return (nil, true)
        }
    }
}

extension StoreError {
    /// Whether SQLite could not read the content of a file.
    var isDamage: Bool {
        guard case .database(let code, _, _, _) = self else { return false }
        return code == SQLITE_CORRUPT || code == SQLITE_NOTADB
    }
}
