// SPDX-License-Identifier: Apache-2.0
// The external files that the rows of a store name, by its tables. A migration compares before and after: what no row names any
// more is removed when the migration is committed.

import Foundation
import PerdureSQL

/// The files that rows name.
struct NamedFiles {
    let connection: SQLiteConnection
    let mapping: StoreMapping

    /// The names in all columns that may hold one; a store without files is not read.
    ///
    /// - Throws: Any error of the database.
    func names() throws -> Set<String> {
        guard let folder = connection.externalData, !folder.fileNames.isEmpty else { return [] }
        var names: Set<String> = []
        for (table, column) in columns {
            names.formUnion(try Self.names(in: column, of: table, connection))
        }
        return names
    }

    /// The names in one column.
    ///
    /// - Throws: Any error of the database.
    static func names(in column: String, of table: String, _ connection: SQLiteConnection) throws -> [String]
    {
        let quoted = quotedName(column)
        // A blob's length is stored before its bytes, so long blobs are not read.
        let stored = try connection.all(
            "SELECT \(quoted) FROM \(quotedName(table)) WHERE typeof(\(quoted)) = 'blob' AND length(\(quoted)) = 38"
        ) { $0.blob(0) }
        // A damaged reference names no file, so there is none to keep or to remove.
        return stored.compactMap { try? ExternalDataFolder.fileName(in: $0, entity: table, property: column) }
    }

    private var columns: [(table: String, column: String)] {
        mapping.tables.flatMap { table in mapping.fileColumns(of: table).map { (table.name, $0) } }
    }
}

extension StoreMapping {
    /// The columns of a table whose values may lie in files.
    func fileColumns(of table: TableMapping) -> [String] {
        let slots = table.entities.compactMap { self[$0] }.flatMap(\.slots)
        return Set(slots.flatMap { $0.leaves.filter(\.column.form.mayLieInFile).map(\.column.name) }).sorted()
    }
}

extension SQLiteConnection {
    /// Removes external files; a later opening removes what cannot be removed now.
    func removeFiles(_ names: Set<String>) {
        guard let folder = externalData else { return }
        for name in names { ExternalFile(folder: folder, name: name).remove() }
    }
}
