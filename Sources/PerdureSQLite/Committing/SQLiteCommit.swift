// SPDX-License-Identifier: Apache-2.0
// SQLite's part in the writing of rows: tells the participants of the transaction (TransactionParticipant.swift), names
// violated indexes and rows that triggers change. SQLiteEngine+Committing.swift runs it.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// What belongs to one transaction that writes.
final class SQLiteCommit: WriteSupport {
    private let connection: SQLiteConnection
    /// In the order in which they are told.
    let participants: [any TransactionParticipant]

    init(_ features: [any StoreFeature], connection: SQLiteConnection, by author: CommitAuthor) {
        self.connection = connection
        participants = features.map { $0.participant(on: connection, by: author) }
        connection.affectedRows.removeAll()
    }

    // MARK: What the engine tells

    /// Begins the transaction of a save.
    ///
    /// - Parameter changes: What is to be written; what is stored already is taken out of it.
    /// - Throws: `StoreError.busy`, `.inDoubt`, what reading reports.
    func begin(_ changes: inout ChangeSet) throws {
        try connection.beginWriting()
        for participant in participants { try participant.willSave(&changes) }
    }

    /// Begins a part of the transaction, after which triggers tell of other rows.
    func beginPart() { connection.affectedRows.removeAll() }

    /// Notes what is written.
    func didWrite(_ part: WrittenPart) throws {
        for participant in participants { try participant.didWrite(part) }
    }

    /// Forgets what was written since the last part.
    func didUndoPart() { participants.forEach { $0.didUndoPart() } }

    /// Writes what is to be committed with the rows.
    func willCommit(_ trace: inout ChangeSet) throws {
        for participant in participants { try participant.willCommit(&trace) }
    }

    /// What recognises the commit; nil when neither a participant nor a row can serve as a mark.
    func probe(for trace: ChangeSet, _ mapping: StoreMapping) -> CommitProbe? {
        participants.lazy.compactMap { $0.probe(for: trace) }.first ?? CommitProbe(trace, mapping: mapping)
    }

    func committed() { participants.forEach { $0.committed() } }
    func rolledBack() { participants.forEach { $0.rolledBack() } }

    // MARK: What the writing tells

    func didApply(_ update: RowUpdate) { participants.forEach { $0.didApply(update) } }

    func willDelete(_ keys: [ObjectKey]) throws {
        for participant in participants { try participant.willDelete(keys) }
    }

    func settleComputed(_ mapping: StoreMapping) throws {
        for participant in participants { try participant.settleComputed() }
    }

    func computedRows() -> [(fileNumber: Int64, number: Int64)] {
        connection.affectedRows.places.map { ($0.entity, $0.number) }
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
