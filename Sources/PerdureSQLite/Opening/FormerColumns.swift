// SPDX-License-Identifier: Apache-2.0
// A store that is read with the column names of an earlier version of Perdure, because it was opened read-only, must not
// be read on when another process has given the columns the names of today: a name may be another column's by then.
// ElementColumns.swift is who does that.

import PerdureSQL
import PerdureStore

/// Notices that a file's columns have got other names.
struct FormerColumns {
    /// The number that SQLite gives to the schema that was read.
    private let schemaVersion: Int64

    /// Nil for a file that has the names of today: nobody renames those.
    ///
    /// - Throws: as `check(_:)`, when the names have changed since the mapping was made.
    init?(_ mapping: StoreMapping, _ connection: SQLiteConnection) throws {
        guard !mapping.renames.isEmpty else { return nil }
        schemaVersion = try Self.schemaVersion(connection)
        let tables = try ExistingSchemaReader.read(connection).tables
        for rename in mapping.renames where tables[rename.table]?.contains(rename.from) != true {
            throw Self.changed(connection)
        }
    }

    /// Refuses what a connection has just read, or is about to read within its transaction.
    ///
    /// - Throws: `StoreError.schemaMismatch`.
    func check(_ connection: SQLiteConnection) throws {
        guard try Self.schemaVersion(connection) != schemaVersion else { return }
        throw Self.changed(connection)
    }

    private static func changed(_ connection: SQLiteConnection) -> StoreError {
        StoreError.schemaMismatch(
            path: connection.path, entity: "", property: nil,
            reason:
                "another process has given the columns of its composite attributes other names meanwhile; "
                + "add the store to the coordinator again")
    }

    private static func schemaVersion(_ connection: SQLiteConnection) throws -> Int64 {
        try connection.first("PRAGMA schema_version") { $0.integer(0) } ?? 0
    }
}
