// SPDX-License-Identifier: Apache-2.0
// Removes external files that no row names. ExternalDataJournal.swift explains how a kill leaves such files.
// StoreOpening+ExternalData.swift runs the sweep before it opens the connection that writes.

import Foundation
import PerdureSQL

/// Searches for external files without a row.
///
/// It runs only when no other connection has the store open, in any process. Another connection could be between writing a
/// file and committing its row. It could have a commit in doubt. Or it could be reading an earlier read view whose rows name
/// the file.
struct ExternalDataSweep {
    /// The only connection to the store (`StoreOpening.alone`).
    let connection: SQLiteConnection
    let folder: ExternalDataFolder

    /// Removes the files, or nothing at all when any row lacks its file.
    ///
    /// A row without its file means damage: perhaps the name in the row is damaged, and the file is still needed. In a folder
    /// that another store shares, the files may be named by that store's rows.
    ///
    /// - Throws: `StoreError.busy` when another connection has the store open; any error of the read.
    func run() throws {
        try connection.beginWriting()
        defer { connection.rollback() }
        try SQLiteStoreFile.requireStore(connection)
        let files = folder.fileNames
        // Asked after the listing: whoever had put a file there by then had a store beside it.
        guard !folder.isShared else { return }
        let wanted = try Self.names(inRowsOf: connection)
        guard wanted.isSubset(of: files) else { return }
        for name in files.subtracting(wanted) { ExternalFile(folder: folder, name: name).remove() }
    }

    /// Whether the folder has any file to check.
    static func isNeeded(at path: String) -> Bool { !ExternalDataFolder(store: path).fileNames.isEmpty }

    /// The names in all columns that can hold one, in all tables: the model may not know every table.
    static func names(inRowsOf connection: SQLiteConnection) throws -> Set<String> {
        var names: Set<String> = []
        for (table, column) in try columns(connection) {
            names.formUnion(try NamedFiles.names(in: column, of: table, connection))
        }
        return names
    }

    /// The columns that can hold a name.
    static func columns(_ connection: SQLiteConnection) throws -> [(table: String, column: String)] {
        try connection.all(
            "SELECT t.name, c.name FROM sqlite_master t, pragma_table_xinfo(t.name) c"
                + " WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' AND UPPER(c.type) IN ('BLOB', '')"
        ) { ($0.text(0), $0.text(1)) }
    }
}
