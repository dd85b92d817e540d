// SPDX-License-Identifier: Apache-2.0
// What a feature of a store does in each transaction that writes: one protocol, whose moves come in the order in which they
// are declared. SQLiteCommit.swift makes the moves; each feature's participant lies in the folder of the feature.

import PerdureSQL
import PerdureStore

/// A feature of an open store, as its transactions see it.
protocol StoreFeature: Sendable {
    /// Who takes part in one transaction.
    ///
    /// - Parameters:
    ///   - connection: The one that writes.
    ///   - author: Who commits.
    /// - Returns: A participant that has seen nothing yet.
    func participant(on connection: SQLiteConnection, by author: CommitAuthor) -> any TransactionParticipant
}

/// Takes part in one transaction; implements the moves that it needs.
protocol TransactionParticipant: AnyObject {
    /// A save is about to be written; what an earlier try has stored may be taken out of it.
    ///
    /// Batches and pages of an insertion are not announced.
    func willSave(_ changes: inout ChangeSet) throws
    /// Rows are about to be deleted that no change set names.
    func willDelete(_ keys: [ObjectKey]) throws
    /// The store has applied changes to the newest values of a row.
    func didApply(_ update: RowUpdate)
    /// Triggers have run, and what they computed is about to be read back.
    func settleComputed() throws
    /// A part of the transaction is written: a save, a batch, a page of an insertion.
    func didWrite(_ part: WrittenPart) throws
    /// A part of the transaction was refused, and the file is as it was before it.
    func didUndoPart()
    /// All parts are written; the trace is what the commit may be recognised by.
    func willCommit(_ trace: inout ChangeSet) throws
    /// What recognises the commit with a trace; nil when this participant has left nothing.
    func probe(for trace: ChangeSet) -> CommitProbe?
    /// The transaction is committed.
    func committed()
    /// The transaction has come to nothing; a second call does nothing.
    func rolledBack()
}

extension TransactionParticipant {
    // Most features care about two or three moves.
    func willSave(_ changes: inout ChangeSet) throws {}
    func willDelete(_ keys: [ObjectKey]) throws {}
    func didApply(_ update: RowUpdate) {}
    func settleComputed() throws {}
    func didWrite(_ part: WrittenPart) throws {}
    func didUndoPart() {}
    func willCommit(_ trace: inout ChangeSet) throws {}
    func probe(for trace: ChangeSet) -> CommitProbe? { nil }
    func committed() {}
    func rolledBack() {}
}

/// What a transaction consists of.
enum WrittenPart {
    /// A save, or a page of new rows.
    case changes(ChangeSet)
    case batch(BatchOutcome)
}
