// SPDX-License-Identifier: Apache-2.0
// SQLite's part in the writing of a change set: external files, unique indexes, rows that triggers
// change. SQLiteEngine+Committing.swift runs it.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// What belongs to one commit.
final class SQLiteCommit: WriteSupport {
    private let connection: SQLiteConnection
    private var journal: ExternalDataJournal

    init(connection: SQLiteConnection) {
        self.connection = connection
        journal = ExternalDataJournal(folder: connection.externalData, snapshots: connection.snapshots)
        connection.affectedRows.removeAll()
    }

    func storeExternal(_ value: Data, entity: String, property: String) throws -> Data {
        try journal.store(value, entity: entity, property: property)
    }

    func releaseExternal(_ stored: Data) { journal.release(stored) }
    func committed() { journal.committed() }
    func rolledBack() { journal.rolledBack() }

    func computedRows() -> [(fileNumber: Int64, number: Int64)] {
        connection.affectedRows.places.map { ($0.entity, $0.number) }
    }

    /// Refuses sums of integers that have left the range of integers.
    ///
    /// - Throws: `StoreError.invalidValue` for the first.
    func checkSums(_ mapping: StoreMapping) throws {
        guard !connection.affectedRows.giants.isEmpty else { return }
        for derivation in mapping.schema.derivations {
            guard let entity = mapping[derivation.entity],
                case .attribute(let column) = entity.slots[derivation.slot], column.columnType == .integer,
                connection.affectedRows.giants.contains(
                    AffectedRows.Figure(table: mapping.tables[entity.table].name, attribute: derivation.name))
            else { continue }
            throw StoreError.invalidValue(
                entity: mapping.schema[derivation.entity].name, property: derivation.name,
                reason: "the sum does not fit into 64 bits; save smaller values")
        }
    }

    /// SQLite names the columns in the message: "UNIQUE constraint failed: ZITEM.ZNAME, ZITEM.ZCODE".
    func violatedColumns(_ error: any Error) -> [String]? {
        guard case StoreError.database(_, uniqueViolation, let message, _) = error,
            let list = message.range(of: "failed: ")
        else { return nil }
        let columns = message[list.upperBound...].components(separatedBy: ", ")
            .map { $0.split(separator: ".", maxSplits: 1).last.map(String.init) ?? $0 }
        return columns
    }
}

/// SQLITE_CONSTRAINT_UNIQUE: a macro with arithmetic, which the importer leaves out.
private let uniqueViolation: Int32 = SQLITE_CONSTRAINT | (8 << 8)
