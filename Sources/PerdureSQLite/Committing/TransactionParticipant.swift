// SPDX-License-Identifier: Apache-2.0
// A feature's part in each write transaction: one protocol, with its calls declared in their order. SQLiteCommit.swift makes
// the calls; each feature's participant lies in the folder of the feature.

import PerdureSQL
import PerdureStore

/// A feature of an open store that takes part in transactions.
protocol StoreFeature: Sendable {
    /// Makes the feature's participant for one transaction.
    ///
    /// - Parameters:
    ///   - connection: The connection that writes.
    ///   - author: The author of the commit.
    /// - Returns: A participant without any calls so far.
    func participant(on connection: SQLiteConnection, by author: CommitAuthor) -> any TransactionParticipant
}

/// Takes part in one transaction; implements the calls that it needs.
protocol TransactionParticipant: AnyObject {
    /// A save will be written next; the participant can remove changes that an earlier attempt has stored.
    ///
    /// Batches and pages of an insertion do not call this.
    func willSave(_ changes: inout ChangeSet) throws
    /// Rows outside of the change set will be deleted next.
    func willDelete(_ keys: [ObjectKey]) throws
    /// The store has applied deltas to the newest values of a row.
    func didApply(_ update: RowUpdate)
    /// Triggers have run; their computed values will be read next.
    func finishComputedValues() throws
    /// A part of the transaction is written: a save, a batch, a page of an insertion.
    func didWrite(_ part: WrittenPart) throws
    /// A part of the transaction was refused, and the file has its state from before the part.
    func didUndoPart()
    /// All parts are written; the trace is the change set that can show the commit.
    func willCommit(_ trace: inout ChangeSet) throws
    /// The probe for the commit with this trace; nil when the participant has none.
    func probe(for trace: ChangeSet) -> CommitProbe?
    /// The number that the transaction has in the history once all parts are written; nil for all but the history.
    var historyNumber: Int64? { get }
    /// The transaction is committed.
    func committed()
    /// The transaction was rolled back; a second call does nothing.
    func rolledBack()
}

extension TransactionParticipant {
    // Most features need two or three of the calls.
    func willSave(_ changes: inout ChangeSet) throws {}
    func willDelete(_ keys: [ObjectKey]) throws {}
    func didApply(_ update: RowUpdate) {}
    func finishComputedValues() throws {}
    func didWrite(_ part: WrittenPart) throws {}
    func didUndoPart() {}
    func willCommit(_ trace: inout ChangeSet) throws {}
    func probe(for trace: ChangeSet) -> CommitProbe? { nil }
    var historyNumber: Int64? { nil }
    func committed() {}
    func rolledBack() {}
}

/// A part of a transaction.
enum WrittenPart {
    /// A save, or a page of new rows.
    case changes(ChangeSet)
    case batch(BatchOutcome)
}
