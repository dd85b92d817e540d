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
    /// Hears of what is written; nil where no history is kept.
    var recorder: HistoryRecorder?

    init(connection: SQLiteConnection) {
        self.connection = connection
        journal = ExternalDataJournal(folder: connection.externalData, snapshots: connection.snapshots)
        connection.affectedRows.removeAll()
    }

    func storeExternal(_ value: Data, entity: String, property: String) throws -> Data {
        try journal.store(value, entity: entity, property: property)
    }

    func didMerge(_ update: RowUpdate) { recorder?.merged(update) }
    func willDelete(_ keys: [ObjectKey]) throws { try recorder?.willDelete(keys) }
    func releaseExternal(_ stored: Data) { journal.release(stored) }
    func takeFiles(of part: SQLiteCommit) { journal.take(&part.journal) }
    func committed() { journal.committed() }
    func rolledBack() { journal.rolledBack() }

    func computedRows() -> [(fileNumber: Int64, number: Int64)] {
        connection.affectedRows.places.map { ($0.entity, $0.number) }
    }

    /// Sums of integers that have left the range of integers are computed from scratch: one change may have come
    /// before another that brings the sum back, and what was in between has lost digits.
    ///
    /// - Throws: `StoreError.invalidValue` for the first that does not fit.
    func settleComputed(_ mapping: StoreMapping) throws {
        if !mapping.mergeIndexes.declared.isEmpty {
            try MergeIndexWork(connection: connection).settle(mapping.mergeIndexes.usable)
        }
        let giants = connection.affectedRows.giants
        guard !giants.isEmpty else { return }
        for attribute in DerivedAttribute.all(in: mapping) {
            let figure = AffectedRows.Figure(table: attribute.table, attribute: attribute.name)
            for row in (giants[figure] ?? []).sorted() { try settle(attribute, row) }
        }
    }

    private func settle(_ attribute: DerivedAttribute, _ row: Int64) throws {
        guard let query = attribute.values.overflowing(row: row) else { return }
        if try connection.first(query, [], { $0.integer(0) }) != nil {
            throw StoreError.invalidValue(
                entity: attribute.entity, property: attribute.name,
                reason: "the sum does not fit into 64 bits; save smaller values")
        }
        if let statement = attribute.values.refill(row: row) { try connection.execute(statement) }
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
