// SPDX-License-Identifier: Apache-2.0
// Makes a store a copy of another one, in one step: first a draft beside it (ReplacementDraft.swift), then one transaction
// that replaces the content (ContentReplacement.swift), then what the old content alone had goes.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// The replacing of a store by a copy of another.
///
/// Files of large values are written before the transaction that names them commits, under names that the old content does
/// not use; those of the old content are removed after it. So a kill leaves the old store or the new one, each with all of
/// its files, and perhaps files without a row, as a kill in a save does (ExternalDataSweep.swift).
struct StoreReplacement {
    let source: String
    let destination: String
    /// Seconds to wait for a lock of the source, and of the destination; infinity for as long as it takes.
    let sourceTimeout: TimeInterval
    let timeout: TimeInterval

    func run() throws {
        guard !isSameFile else { return }
        let content = try StoreOpening.content(at: destination)
        StagingFolder.removeAbandoned(of: destination)
        let staging = try StagingFolder(for: destination)
        defer { staging.remove() }
        let draft = try ReplacementDraft(of: source, in: staging, timeout: sourceTimeout)
        let exchanges = try draft.exchanges(replacing: destination)
        let target = try Self.target(destination, .create, timeout)
        let size = try Self.pageSize(target)
        if let size = size.pages, content.isDatabase { try draft.useForPages(size) }
        let replacement = ContentReplacement(
            target: target, source: draft.connection, probe: draft.probe, isDamaged: size.isDamaged)
        try exchange(replacement, exchanges)
    }

    private func exchange(_ replacement: ContentReplacement, _ exchanges: [any SidecarExchange]) throws {
        var exchanges = exchanges
        do {
            try replacement.run {
                for index in exchanges.indices { try exchanges[index].move() }
            }
        } catch {
            // Where the new content may be there after all, what belongs beside it must be.
            if case StoreError.inDoubt = error { throw error }
            for exchange in exchanges { exchange.takeBack() }
            throw error
        }
        for exchange in exchanges { exchange.finish() }
    }

    /// The same file under two names would be replaced by itself.
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
                // The setting wants to read the file. Where that cannot be read it stays SQLite's own, FULL.
                guard error.isDamage else { throw error }
            }
        }
    }

    /// The size of the pages that are there; nil where there is none or where they cannot be read.
    private static func pageSize(_ target: SQLiteConnection) throws -> (pages: Int64?, isDamaged: Bool) {
        do {
            // Reads the header, without which the size is only what it would be.
            let count = try target.first("PRAGMA page_count") { $0.integer(0) } ?? 0
            let size = try target.first("PRAGMA page_size") { $0.integer(0) }
            return (count > 0 ? size : nil, false)
        } catch let error as StoreError where error.isDamage {
            return (nil, true)
        }
    }
}

extension StoreError {
    /// Whether SQLite could not make sense of a file.
    var isDamage: Bool {
        guard case .database(let code, _, _, _) = self else { return false }
        return code == SQLITE_CORRUPT || code == SQLITE_NOTADB
    }
}
