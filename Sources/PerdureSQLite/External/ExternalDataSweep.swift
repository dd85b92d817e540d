// SPDX-License-Identifier: Apache-2.0
// Removes external files that no row names. ExternalDataJournal.swift says how a kill leaves them behind;
// SQLiteEngine+Opening.swift runs this.

import Foundation
import PerdureSQL

/// Looks for external files without a row.
///
/// Files are written under the write lock, before the commit that names them. So whoever holds that lock sees every
/// name that will ever count, unless a commit is in doubt; that doubt is ended by a commit of our own
/// (CommitSettlement.swift says why) before anything is removed.
struct ExternalDataSweep {
    let connection: SQLiteConnection

    /// Removes the files, or nothing at all: while another process writes, or when any row lacks its file.
    ///
    /// A row without its file means damage, which might lie in the name of a file that is still wanted.
    func run() throws {
        guard let folder = connection.externalData, !Self.names(in: folder).isEmpty else { return }
        let timeout = connection.lockWait.timeout
        connection.lockWait.timeout = 0
        defer { connection.lockWait.timeout = timeout }
        try connection.beginWriting()
        defer { connection.rollback() }
        let files = Self.names(in: folder)
        let wanted = try namesInRows()
        let orphans = files.subtracting(wanted)
        guard !orphans.isEmpty, wanted.isSubset(of: files) else { return }
        try connection.dirtyFirstPage()
        try connection.commit()
        for name in orphans { ExternalFile(folder: folder, name: name).remove() }
    }

    /// Names of the form that is written here; anything else in the folder is somebody's own.
    private static func names(in folder: ExternalDataFolder) -> Set<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return Set(names.filter { $0.utf8.count == 36 && UUID(uuidString: $0) != nil })
    }

    /// The names in all columns that can hold one: the model at hand need not know every table.
    private func namesInRows() throws -> Set<String> {
        let columns = try connection.all(
            "SELECT t.name, c.name FROM sqlite_master t, pragma_table_xinfo(t.name) c"
                + " WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' AND UPPER(c.type) IN ('BLOB', '')"
        ) { ($0.text(0), $0.text(1)) }
        var names: Set<String> = []
        for (table, column) in columns {
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
}
