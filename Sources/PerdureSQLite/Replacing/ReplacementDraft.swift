// SPDX-License-Identifier: Apache-2.0
// A private copy of a store and its sidecars: the new content for another store. Made for StoreReplacement.swift.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// A copy of one read view of a store, in a staging folder.
final class ReplacementDraft {
    let connection: SQLiteConnection
    private let sidecars: [any SidecarDraft]
    /// Distinguishes this content from every other one, even from an earlier copy of the same store.
    private let token = UUID().uuidString

    /// Copies a store, including the commits in its WAL.
    ///
    /// - Parameters:
    ///   - source: The store's file.
    ///   - staging: The folder for the copy.
    ///   - timeout: Seconds to wait for a lock of the source.
    /// - Throws: `StoreError.notAStore`, `.cannotOpen`, `.busy`, any error of a read or write.
    init(of source: String, in staging: StagingFolder, timeout: TimeInterval) throws {
        let path = staging.file("draft.sqlite")
        sidecars = StoreFeatures.sidecars(of: path).map { $0.draft(of: source) }
        connection = try Self.copy(source, path, sidecars, timeout)
        try connection.beginWriting()
        do {
            var metadata = try StoreMetadata.read(connection)
            metadata[StoreMetadata.replacementKey] = .string(token)
            try StoreMetadata.write(metadata, connection)
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    private static func copy(
        _ source: String, _ path: String, _ sidecars: [any SidecarDraft], _ timeout: TimeInterval
    ) throws -> SQLiteConnection {
        for _ in 0..<100 {
            let draft = try SQLiteStoreFile.readingAtOnce(source, timeout) { connection in
                for sidecar in sidecars { sidecar.clear() }
                try StoreSideFiles(path: path).removeAll()
                let draft = try backUp(connection, to: path)
                for sidecar in sidecars { try sidecar.copy(namedBy: draft) }
                return draft
            }
            if try sidecars.allSatisfy({ try $0.isComplete(timeout: timeout) }) { return draft }
        }
        throw StoreError.busy(path: source, operation: "copy the external data", waited: timeout)
    }

    private static func backUp(_ source: SQLiteConnection, to path: String) throws -> SQLiteConnection {
        // The draft need not survive a power cut.
        let draft = try SQLiteConnection(path: path, mode: .create, timeout: 10) {
            try $0.execute("PRAGMA synchronous = OFF")
        }
        guard let backup = sqlite3_backup_init(draft.handle, "main", source.handle, "main") else {
            throw draft.error(sqlite3_errcode(draft.handle), statement: "copy the store")
        }
        // A transaction reads the source, so it does not change between the pages.
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw draft.error(code, statement: "copy the store") }
        return draft
    }

    /// The probe that finds this draft's content in a file.
    var probe: CommitProbe {
        CommitProbe(
            "SELECT 1 FROM Z_METADATA WHERE instr(Z_PLIST, CAST(? AS BLOB)) > 0", [.text(token)],
            expectsRow: true)
    }

    /// Rewrites all pages if their size differs.
    func useForPages(_ size: Int64) throws {
        guard try connection.first("PRAGMA page_size", [], { $0.integer(0) }) != size else { return }
        // In WAL mode the page size cannot change.
        try connection.execute("PRAGMA journal_mode = DELETE")
        try connection.execute("PRAGMA page_size = \(size)")
        try connection.execute("VACUUM")
    }

    /// The exchanges of the sidecars when the draft replaces a store.
    ///
    /// The rows may get other names for the files.
    ///
    /// - Throws: Any error of the database or the system.
    func exchanges(replacing store: String) throws -> [any SidecarExchange] {
        try sidecars.map { try $0.exchange(replacing: store, connection) }
    }
}
