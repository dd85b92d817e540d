// SPDX-License-Identifier: Apache-2.0
// Gives the space of a large WAL back. A migration in place may write as much as the store has (MIG-143), and the file of the
// WAL would keep that size until the last connection closes.

import CSQLite

/// Moves a large WAL into the file and cuts it off.
struct LogTruncation {
    let writer: SQLiteConnection
    let opening: StoreOpening

    /// Does nothing while the WAL is small; a failure leaves pages in the WAL, for the next checkpoint.
    func run() {
        guard (try? isLarge()) == true, let mover = try? opening.mover() else { return }
        // TRUNCATE would go on without the write lock while others write; Checkpointing.swift says why that is unsafe.
        Checkpointing(writer: writer, mover: mover).run()
        guard let limit = try? writer.first("PRAGMA journal_size_limit", [], { $0.integer(0) }) else {
            return
        }
        // If no reader needs the old pages, the next commit begins the WAL anew, and cuts it off at the limit.
        try? writer.execute("PRAGMA journal_size_limit = 0")
        writer.commitUnchanged()
        try? writer.execute("PRAGMA journal_size_limit = \(limit)")
    }

    private func isLarge() throws -> Bool {
        let pageSize = try writer.first("PRAGMA page_size") { $0.integer(0) } ?? 4096
        let size = try SideFiles(beside: opening.options.path, at: opening.file).wal?.size ?? 0
        return size > Int64(Checkpointing.threshold) * pageSize
    }
}

extension SQLiteConnection {
    /// Commits a transaction that writes the file's first page without a change.
    ///
    /// - Returns: Whether the commit was made.
    @discardableResult
    func commitUnchanged() -> Bool {
        do {
            try beginWriting()
            let version = try first("PRAGMA user_version") { $0.integer(0) } ?? 0
            try execute("PRAGMA user_version = \(version)")
            try commit()
            return true
        } catch {
            rollback()
            return false
        }
    }
}
