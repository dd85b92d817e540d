// SPDX-License-Identifier: Apache-2.0
// A feature's part in each write transaction, with its calls declared in their order. ServerCommit.swift makes the calls; each
// feature's participant lies in the folder of the feature.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// A feature of an open store that takes part in transactions.
protocol StoreFeature: Sendable {
    /// Makes the feature's participant for one transaction.
    func participant(on session: ServerSession, by author: CommitAuthor) -> any TransactionParticipant
}

/// Takes part in one transaction; implements the calls that it needs.
///
/// A call gives statements where it can: they travel with the next pipeline, and cost no round trip.
protocol TransactionParticipant: AnyObject {
    /// Statements right behind BEGIN.
    func beginning() -> [ServerRequest]
    /// A save will be written next; the participant can remove changes that an earlier attempt has stored.
    func willSave(_ changes: inout ChangeSet) throws
    /// Rows outside of the change set will be deleted next.
    func willDelete(_ keys: [ObjectKey]) throws
    /// The store has applied deltas to the newest values of a row.
    func didApply(_ update: RowUpdate)
    /// Settles the values that triggers have computed, before they are read back.
    func finishComputedValues() throws
    /// The keys of rows that the server itself has changed.
    func computedRows() throws -> [(fileNumber: Int64, number: Int64)]
    /// The server itself has changed these rows; they belong to the part that is written next.
    func didCompute(_ rows: [(fileNumber: Int64, number: Int64)])
    /// A part of the transaction is written: a save, a batch, a page of an insertion.
    func didWrite(_ part: WrittenPart) throws -> [ServerRequest]
    /// Statements in front of COMMIT, in its pipeline.
    func committing() -> [ServerRequest]
    /// The results of the statements that `committing` gave, once COMMIT is answered.
    func didClose(_ results: [ServerResult])
    /// The number that the transaction has in the history; nil for all but the history.
    var historyNumber: Int64? { get }
    /// Statements behind COMMIT, in its pipeline.
    func finishing() -> [ServerRequest]
    /// The results of the statements that `finishing` gave.
    func finished(_ results: [ServerResult])
    /// The transaction is committed.
    func committed()
    /// The transaction was rolled back; a second call does nothing.
    func rolledBack()
}

extension TransactionParticipant {
    // Most features need two or three of the calls.
    func beginning() -> [ServerRequest] { [] }
    func willSave(_ changes: inout ChangeSet) throws {}
    func willDelete(_ keys: [ObjectKey]) throws {}
    func didApply(_ update: RowUpdate) {}
    func finishComputedValues() throws {}
    func computedRows() throws -> [(fileNumber: Int64, number: Int64)] { [] }
    func didCompute(_ rows: [(fileNumber: Int64, number: Int64)]) {}
    func didWrite(_ part: WrittenPart) throws -> [ServerRequest] { [] }
    func committing() -> [ServerRequest] { [] }
    func didClose(_ results: [ServerResult]) {}
    var historyNumber: Int64? { nil }
    func finishing() -> [ServerRequest] { [] }
    func finished(_ results: [ServerResult]) {}
    func committed() {}
    func rolledBack() {}
}

/// A part of a transaction.
enum WrittenPart {
    /// A save, or a page of new rows.
    case changes(ChangeSet)
    case batch(BatchOutcome)
}
#endif
