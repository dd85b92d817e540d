// SPDX-License-Identifier: Apache-2.0
// A private copy of a store with what lies beside it: what another store is replaced by. Made for StoreReplacement.swift.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// A copy of a store, as it was at one moment, in a staging folder.
final class ReplacementDraft {
    let connection: SQLiteConnection
    private let sidecars: [any SidecarDraft]
    /// Tells this content from every other, also from an earlier copy of the same store.
    private let token = UUID().uuidString

    /// Copies a store with what its WAL holds.
    ///
    /// - Parameters:
    ///   - source: The store's file.
    ///   - staging: Where the copy is made.
    ///   - timeout: Seconds to wait for a lock of the source.
    /// - Throws: `StoreError.notAStore`, `.cannotOpen`, `.busy`, what reading and writing report.
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
        // Nobody needs the draft after a power cut.
        let draft = try SQLiteConnection(path: path, mode: .create, timeout: 10) {
            try $0.execute("PRAGMA synchronous = OFF")
        }
        guard let backup = sqlite3_backup_init(draft.handle, "main", source.handle, "main") else {
            throw draft.error(sqlite3_errcode(draft.handle), statement: "copy the store")
        }
        // The source is read within a transaction: it does not change between the pages.
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw draft.error(code, statement: "copy the store") }
        return draft
    }

    /// Finds the content of this draft in a file.
    var probe: CommitProbe {
        CommitProbe(
            "SELECT 1 FROM Z_METADATA WHERE instr(Z_PLIST, CAST(? AS BLOB)) > 0", [.text(token)],
            expectsRow: true)
    }

    /// Writes all pages anew where they are of another size.
    func useForPages(_ size: Int64) throws {
        guard try connection.first("PRAGMA page_size", [], { $0.integer(0) }) != size else { return }
        // With a WAL the size is fixed.
        try connection.execute("PRAGMA journal_mode = DELETE")
        try connection.execute("PRAGMA page_size = \(size)")
        try connection.execute("VACUUM")
    }

    /// What becomes of the things beside the file when the draft replaces a store; the rows may get other names for them.
    ///
    /// - Throws: What the database and the system report.
    func exchanges(replacing store: String) throws -> [any SidecarExchange] {
        try sidecars.map { try $0.exchange(replacing: store, connection) }
    }
}
