// SPDX-License-Identifier: Apache-2.0
// A private copy of a store with its external data: what another store is replaced by. Made for StoreReplacement.swift.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// A copy of a store, as it was at one moment, in a staging folder.
final class ReplacementDraft {
    let connection: SQLiteConnection
    /// The names of the large values' files that its rows name.
    private let files: Set<String>
    private let folder: ExternalDataFolder
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
        folder = ExternalDataFolder(store: path)
        (connection, files) = try Self.copy(source, path, folder, timeout)
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
        _ source: String, _ path: String, _ folder: ExternalDataFolder, _ timeout: TimeInterval
    ) throws -> (SQLiteConnection, Set<String>) {
        for _ in 0..<100 {
            let copy = try SQLiteStoreFile.readingAtOnce(source, timeout) { connection in
                try? FileManager.default.removeItem(atPath: folder.supportPath)
                try StoreSideFiles(path: path).removeAll()
                let draft = try backUp(connection, to: path)
                return (draft, try ExternalDataCopy(from: source, to: folder).run(draft))
            }
            if copy.1.missing.isEmpty { return (copy.0, copy.1.copied) }
            // A file may have gone with its row since the rows were read; where the row still names it, it was lost before.
            if try ExternalDataCopy.isNamed(copy.1.missing, in: source, timeout: timeout) {
                return (copy.0, copy.1.copied)
            }
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

    /// What becomes of the files of large values when the draft replaces a store; some may get other names for it.
    ///
    /// - Throws: What the database and the system report.
    func files(replacingThoseOf store: String) throws -> ExternalDataExchange {
        var exchange = ExternalDataExchange(files, in: folder, replacing: store)
        try exchange.avoidNames(connection)
        return exchange
    }
}
