// SPDX-License-Identifier: Apache-2.0
// Gives the rows of a draft other names for files of large values. Used by ExternalDataExchange.swift.

import Foundation
import PerdureSQL

/// New names for files, by the old ones.
struct ExternalDataRenaming {
    let names: [String: String]

    /// Changes all rows, in one transaction.
    ///
    /// - Throws: Any error of the database; no row is changed then.
    func run(_ connection: SQLiteConnection) throws {
        try connection.beginWriting()
        do {
            try fillTable(connection)
            for (table, column) in try ExternalDataSweep.columns(connection) {
                try connection.run(Self.update(table.quotedName, column.quotedName))
            }
            try connection.execute("DROP TABLE \(Self.table)")
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    private static let table = "temp.PERDURE_FILES"

    /// Writes the names into a table, so that each table of the store is read once, not once per file.
    private func fillTable(_ connection: SQLiteConnection) throws {
        try connection.execute(
            "CREATE TEMP TABLE PERDURE_FILES (FORMER BLOB PRIMARY KEY, FRESH BLOB NOT NULL) WITHOUT ROWID")
        for (former, fresh) in names {
            let values = [former, fresh].map { SQLBinding.blob(ExternalDataFolder.reference(to: $0)) }
            try connection.run("INSERT INTO \(Self.table) VALUES (?, ?)", values)
        }
    }

    private static func update(_ name: String, _ column: String) -> String {
        "UPDATE \(name) SET \(column) = (SELECT PERDURE_FILES.FRESH FROM \(table)"
            + " WHERE PERDURE_FILES.FORMER = \(name).\(column))"
            + " WHERE \(column) IN (SELECT PERDURE_FILES.FORMER FROM \(table))"
    }
}
