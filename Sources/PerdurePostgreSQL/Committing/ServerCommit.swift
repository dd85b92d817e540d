// SPDX-License-Identifier: Apache-2.0
// The store's part in one write transaction: it asks the participants (TransactionParticipant.swift) in their order.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The state of one write transaction.
final class ServerCommit: WriteSupport {
    private let session: ServerSession
    /// The participants, in the order of their calls.
    let participants: [any TransactionParticipant]

    init(_ features: [any StoreFeature], _ session: ServerSession, by author: CommitAuthor) {
        self.session = session
        participants = features.map { $0.participant(on: session, by: author) }
    }

    // MARK: What the engine tells

    /// Begins the transaction of a save.
    func begin(_ changes: inout ChangeSet) throws {
        try begin()
        for participant in participants { try participant.willSave(&changes) }
    }

    /// Begins a transaction.
    func begin() throws {
        let first = participants.flatMap { $0.beginning() }
        try session.run([ServerRequest("BEGIN")] + first)
    }

    func didWrite(_ part: WrittenPart) throws {
        let requests = try participants.flatMap { try $0.didWrite(part) }
        if !requests.isEmpty { try session.run(requests) }
    }

    /// Ends the transaction in one round trip.
    func commit() throws {
        let first = participants.flatMap { $0.committing() }
        let last = participants.flatMap { $0.finishing() }
        try session.run(first + [ServerRequest("COMMIT")] + last)
    }

    func committed() { participants.forEach { $0.committed() } }
    func rolledBack() { participants.forEach { $0.rolledBack() } }

    // MARK: What the writing tells

    // Data of any size lies in its column (PG-84).
    func storeExternal(_ value: Data, entity: String, property: String) -> Data { value }
    func releaseExternal(_ stored: Data) {}
    func didApply(_ update: RowUpdate) { participants.forEach { $0.didApply(update) } }

    func willDelete(_ keys: [ObjectKey]) throws {
        for participant in participants { try participant.willDelete(keys) }
    }

    func violatedColumns(_ error: any Error) -> [String]? { nil }
    func finishComputedValues(_ mapping: StoreMapping) throws {
        for participant in participants { try participant.finishComputedValues() }
    }

    func computedRows() -> [(fileNumber: Int64, number: Int64)] {
        (try? participants.flatMap { try $0.computedRows() }) ?? []
    }
}
#endif
