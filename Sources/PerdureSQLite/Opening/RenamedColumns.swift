// SPDX-License-Identifier: Apache-2.0
// Guards a read-only store with column names of an earlier version of Perdure. Another process may rename the columns
// (ElementColumns.swift), and a former name may then belong to another column. The store must not be read any more after
// that.

import PerdureSQL
import PerdureStore

/// Notices that a file's columns have new names.
struct RenamedColumns {
    /// SQLite's version number of the schema that was read.
    private let schemaVersion: Int64

    /// Nil for a file with today's names, because no process renames them.
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

    /// Checks a read that a connection has just done, or will do within its transaction.
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
