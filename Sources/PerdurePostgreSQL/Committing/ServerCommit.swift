// SPDX-License-Identifier: Apache-2.0
// The store's part in one write transaction: it asks the participants (TransactionParticipant.swift) in their order.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The state of one write transaction.
final class ServerCommit: WriteSupport {
    let session: ServerSession
    let engine: PostgreSQLEngine
    /// The participants, in the order of their calls.
    let participants: [any TransactionParticipant]
    /// The mark, unless the tables are made by others.
    let mark: SaveMark?
    private let settings: [String: String]
    /// Whether the statements behind COMMIT were answered.
    private var isFinished = false

    /// - Parameters:
    ///   - engine: The engine of the store.
    ///   - session: The session of the transaction.
    ///   - author: Who writes.
    ///   - identifier: The identifier of the change set.
    init(
        _ engine: PostgreSQLEngine, _ session: ServerSession, by author: CommitAuthor,
        identifier: Int64? = nil
    ) {
        self.session = session
        self.engine = engine
        participants = engine.features.map { $0.participant(on: session, by: author) }
        settings = engine.options.settings
        let keepsMarks = engine.keepsBooks && engine.options.keepsMarks
        mark = keepsMarks ? engine.mark(identifier ?? .random(in: .min ... .max)) : nil
    }

    // MARK: What the engine tells

    /// Begins the transaction of a save.
    func begin(_ changes: inout ChangeSet) throws {
        try begin()
        try willWrite(&changes)
    }

    /// A change set will be written next.
    func willWrite(_ changes: inout ChangeSet) throws {
        for participant in participants { try participant.willSave(&changes) }
    }

    /// Begins a transaction with the first pipeline (PG-71).
    func begin() throws {
        try session.beginWriting()
        if let request = SessionSettings.local(settings) { session.queue(request) }
        session.noteProcess()
        if let mark { session.queue(mark.insertion) }
        for request in participants.flatMap({ $0.beginning() }) { session.queue(request) }
    }

    /// What participants write travels with the next pipeline.
    func didWrite(_ part: WrittenPart) throws {
        for request in try participants.flatMap({ try $0.didWrite(part) }) { session.queue(request) }
    }

    /// Ends the transaction in one round trip; what follows COMMIT cannot undo it.
    ///
    /// - Throws: `CommitInDoubt` when COMMIT was not answered, any other error when nothing is committed.
    func commit() throws {
        let queued = session.takeQueue()
        let closing = participants.map { $0.committing() }
        let first = queued + closing.flatMap { $0 }
        let own = participants.map { $0.finishing() }
        var last = own.flatMap { $0 }
        if let mark {
            if Int.random(in: 0..<engine.options.savesPerRemoval) == 0 {
                last.append(SaveMark.removal(mark.namespace))
            }
        }
        let results: [ServerResult]
        do { results = try session.run(first + [ServerRequest("COMMIT")] + last) } catch {
            guard try found(first.count, after: error).tag == "COMMIT" else { throw Aborted() }
            return
        }
        guard results[first.count].tag == "COMMIT" else { throw Aborted() }
        hand(results.dropFirst(queued.count), to: closing) { $0.didClose($1) }
        finish(own, results.dropFirst(first.count + 1))
    }

    /// Gives each participant the answers to its statements.
    private func hand(
        _ results: ArraySlice<ServerResult>, to own: [[ServerRequest]],
        _ give: (any TransactionParticipant, [ServerResult]) -> Void
    ) {
        var rest = results
        for (participant, requests) in zip(participants, own) {
            give(participant, Array(rest.prefix(requests.count)))
            rest = rest.dropFirst(requests.count)
        }
    }

    /// Gives each participant the answers to the statements behind COMMIT.
    private func finish(_ own: [[ServerRequest]], _ results: ArraySlice<ServerResult>) {
        hand(results, to: own) { $0.finished($1) }
        isFinished = true
    }

    /// Runs the statements behind COMMIT on another connection, where they were not answered on the transaction's own.
    ///
    /// Their failure is no failure of the save, which is committed.
    func finishElsewhere(until deadline: Deadline) {
        let own = participants.map { $0.finishing() }
        guard !isFinished, own.contains(where: { !$0.isEmpty }) else { return }
        let results = try? engine.readers.pool.withConnection(until: deadline) {
            try $0.run(own.flatMap(\.self), until: deadline)
        }
        if let results { finish(own, results[...]) }
    }

    /// The number of the transaction in the history; nil without one, and where COMMIT was settled without its answer.
    var historyNumber: Int64? { participants.lazy.compactMap { $0.historyNumber }.first }

    /// The answer to COMMIT before an error.
    private func found(_ place: Int, after error: any Error) throws -> ServerResult {
        let answers = session.connection.unfinished
        if answers.count > place { return answers[place] }
        if case PostgreSQLError.server(let report, _, _) = error, !report.endsConnection,
            report.state != "40003"
        {
            throw error
        }
        throw CommitInDoubt(cause: error)
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

    func violatedColumns(_ error: any Error) -> [String]? { (error as? ViolatedUniqueIndex)?.columns }
    func isOverflow(_ error: any Error) -> Bool { (error as? PostgreSQLError)?.state == "22003" }
    func finishComputedValues(_ mapping: StoreMapping) throws {
        for participant in participants { try participant.finishComputedValues() }
    }

    func computedRows() -> [(fileNumber: Int64, number: Int64)] {
        let rows = (try? participants.flatMap { try $0.computedRows() }) ?? []
        if !rows.isEmpty { participants.forEach { $0.didCompute(rows) } }
        return rows
    }
}

/// COMMIT was sent, and its answer did not come.
struct CommitInDoubt: Error {
    let cause: any Error
}

/// COMMIT was answered by ROLLBACK: an earlier error had ended the transaction.
struct Aborted: Error {}
#endif
