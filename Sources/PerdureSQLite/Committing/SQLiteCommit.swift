// SPDX-License-Identifier: Apache-2.0
// SQLite's part in a write transaction: it informs the participants (TransactionParticipant.swift), and names violated
// indexes and rows that triggers have changed. SQLiteEngine+Committing.swift runs it.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// The state of one write transaction.
final class SQLiteCommit: WriteSupport {
    private let connection: SQLiteConnection
    /// The participants, in the order of their calls.
    let participants: [any TransactionParticipant]

    init(_ features: [any StoreFeature], connection: SQLiteConnection, by author: CommitAuthor) {
        self.connection = connection
        participants = features.map { $0.participant(on: connection, by: author) }
        connection.affectedRows.removeAll()
    }

    // MARK: What the engine tells

    /// Begins the transaction of a save.
    ///
    /// - Parameter changes: The change set; participants can remove changes that are stored already.
    /// - Throws: `StoreError.busy`, `.inDoubt`, any error of a read.
    func begin(_ changes: inout ChangeSet) throws {
        try connection.beginWriting()
        for participant in participants { try participant.willSave(&changes) }
    }

    /// Begins a part of the transaction: triggers report rows anew.
    func beginPart() { connection.affectedRows.removeAll() }

    /// Tells the participants that a part is written.
    func didWrite(_ part: WrittenPart) throws {
        for participant in participants { try participant.didWrite(part) }
    }

    /// Tells the participants that the last part was undone.
    func didUndoPart() { participants.forEach { $0.didUndoPart() } }

    /// Lets the participants write their rows before the commit.
    func willCommit(_ trace: inout ChangeSet) throws {
        for participant in participants { try participant.willCommit(&trace) }
    }

    /// The probe for the commit; nil when neither a participant nor a row can show it.
    func probe(for trace: ChangeSet, _ mapping: StoreMapping) -> CommitProbe? {
        participants.lazy.compactMap { $0.probe(for: trace) }.first ?? CommitProbe(trace, mapping: mapping)
    }

    /// The number of the transaction in the history; nil without a history.
    var historyNumber: Int64? { participants.lazy.compactMap { $0.historyNumber }.first }

    func committed() { participants.forEach { $0.committed() } }
    func rolledBack() { participants.forEach { $0.rolledBack() } }

    // MARK: What the writing tells

    func didApply(_ update: RowUpdate) { participants.forEach { $0.didApply(update) } }

    func willDelete(_ keys: [ObjectKey]) throws {
        for participant in participants { try participant.willDelete(keys) }
    }

    func finishComputedValues(_ mapping: StoreMapping) throws {
        for participant in participants { try participant.finishComputedValues() }
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

/// SQLITE_CONSTRAINT_UNIQUE: Swift does not import the macro, because it has arithmetic.
private let uniqueViolation: Int32 = SQLITE_CONSTRAINT | (8 << 8)
