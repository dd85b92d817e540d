// SPDX-License-Identifier: Apache-2.0
// Removes external files that no row names. ExternalDataJournal.swift says how a kill leaves them behind;
// StoreOpening+ExternalData.swift runs this before it opens the connection that writes.

import Foundation
import PerdureSQL

/// Looks for external files without a row.
///
/// Only where nobody else has the store open, this process included: another could be between a file and the commit
/// that names it, could have a commit in doubt, or could be reading a former state whose rows name the file.
struct ExternalDataSweep {
    /// Has the store for itself (`StoreOpening.alone`).
    let connection: SQLiteConnection
    let folder: ExternalDataFolder

    /// Removes the files, or nothing at all when any row lacks its file.
    ///
    /// A row without its file means damage, which might lie in the name of a file that is still wanted.
    ///
    /// - Throws: `StoreError.busy` when others have the store open; what reading reports.
    func run() throws {
        try connection.beginWriting()
        defer { connection.rollback() }
        try SQLiteStoreFile.requireStore(connection)
        let files = folder.fileNames
        let wanted = try Self.names(inRowsOf: connection)
        guard wanted.isSubset(of: files) else { return }
        for name in files.subtracting(wanted) { ExternalFile(folder: folder, name: name).remove() }
    }

    /// Whether there is any file to ask for.
    static func isNeeded(at path: String) -> Bool { !ExternalDataFolder(store: path).fileNames.isEmpty }

    /// The names in all columns that can hold one: the model at hand need not know every table.
    static func names(inRowsOf connection: SQLiteConnection) throws -> Set<String> {
        var names: Set<String> = []
        for (table, column) in try columns(connection) {
            // A blob's length stands before it: long ones are not read.
            let name = column.quotedName
            let stored = try connection.all(
                "SELECT \(name) FROM \(table.quotedName) WHERE typeof(\(name)) = 'blob' AND length(\(name)) = 38"
            ) { $0.blob(0) }
            for value in stored {
                if let name = try? ExternalDataFolder.fileName(in: value, entity: table, property: column) {
                    names.insert(name)
                }
            }
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
