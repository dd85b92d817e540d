// SPDX-License-Identifier: Apache-2.0
// One pipeline from its first byte to its last answer. ServerConnection+Running.swift starts it.

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation

/// Sends statements, then takes the answers in the order of the sends.
struct PipelineRun {
    /// What an answer belongs to.
    private enum Expectation {
        case preparation(ServerRequest.Identity, name: String)
        case request(Int)
        case deallocation(String)
        case sync
    }

    private let connection: ServerConnection
    private let requests: [ServerRequest]
    private var wait: Wait
    private var expected: [Expectation] = []
    private(set) var results: [ServerResult] = []
    /// When each answer came; only while somebody measures.
    private(set) var ends: [UInt64] = []
    var isWatched = false
    /// The first error: what follows it was not run.
    private var failure: ServerReport?
    private var failedIndex = 0
    /// Whether a statement ended a transaction: then what stood before it stays.
    private var hasEndedTransaction = false
    /// Takes the rows of the last request as they come.
    private let sink: ((ServerRows) throws -> Void)?

    init(
        _ connection: ServerConnection, _ requests: [ServerRequest], _ wait: Wait,
        sink: ((ServerRows) throws -> Void)? = nil
    ) {
        self.sink = sink
        self.connection = connection
        self.requests = requests
        self.wait = wait
    }

    /// Runs all of it.
    ///
    /// - Throws: `PipelineFailure` when the server refused a statement and the connection is in order; any other error is
    ///   the connection's end.
    mutating func run() throws -> [ServerResult] {
        let pointer = try connection.pointer()
        guard PQenterPipelineMode(pointer) == 1 else { throw connection.lost() }
        try send(pointer)
        for expectation in expected { try receive(expectation, pointer) }
        guard PQexitPipelineMode(pointer) == 1 else { throw connection.lost() }
        if let failure { throw failed(failure) }
        return results
    }

    // MARK: Sending

    private mutating func send(_ pointer: OpaquePointer) throws {
        // With the end of the pipeline, and as if every statement were known.
        expected.reserveCapacity(requests.count + 1)
        results.reserveCapacity(requests.count)
        try sendDeallocations(pointer)
        // A name that this pipeline gives, before the server has confirmed it.
        var new: [ServerRequest.Identity: String] = [:]
        for (index, request) in requests.enumerated() {
            guard request.isPrepared, connection.configuration.preparesStatements else {
                try sendUnnamed(index, pointer)
                continue
            }
            let name = try connection.statements.name(of: request) ?? prepared(request, &new, pointer)
            let sent = connection.buffer.withParameters(of: index) { count, values, lengths, formats in
                PQsendQueryPrepared(pointer, name, count, values, lengths, formats, 1)
            }
            try check(sent)
            expected.append(.request(index))
        }
        try sync(pointer)
    }

    /// What fell out of the cache is forgotten by the server too, in a step of its own whose errors mean nothing.
    private mutating func sendDeallocations(_ pointer: OpaquePointer) throws {
        guard !connection.statements.dropped.isEmpty, !connection.isInTransaction else { return }
        for name in connection.statements.dropped {
            // Names are of our own making: letters, digits and a line.
            try check(PQsendQueryParams(pointer, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 1))
            expected.append(.deallocation(name))
            try sync(pointer)
        }
    }

    /// The name of a statement that the server has not confirmed yet, which this pipeline prepares once.
    private mutating func prepared(
        _ request: ServerRequest, _ new: inout [ServerRequest.Identity: String], _ pointer: OpaquePointer
    ) throws -> String {
        let identity = request.identity
        if let name = new[identity] { return name }
        let name = connection.statements.newName()
        new[identity] = name
        try check(PQsendPrepare(pointer, name, request.text, Int32(identity.types.count), identity.types))
        expected.append(.preparation(identity, name: name))
        return name
    }

    private mutating func sendUnnamed(_ index: Int, _ pointer: OpaquePointer) throws {
        let request = requests[index]
        let types = request.parameters.map(\.oid)
        let sent = connection.buffer.withParameters(of: index) { count, values, lengths, formats in
            PQsendQueryParams(pointer, request.text, count, types, values, lengths, formats, 1)
        }
        try check(sent)
        expected.append(.request(index))
    }

    private mutating func sync(_ pointer: OpaquePointer) throws {
        try check(PQpipelineSync(pointer))
        expected.append(.sync)
    }

    private func check(_ sent: Int32) throws {
        guard sent == 1 else { throw connection.lost() }
    }

    // MARK: Receiving

    private mutating func receive(_ expectation: Expectation, _ pointer: OpaquePointer) throws {
        if let sink, case .request(requests.count - 1) = expectation {
            return try receive(expectation, pointer, into: sink)
        }
        guard let result = try next(pointer) else { throw connection.lost("an answer is missing") }
        if case .sync = expectation {
            guard PQresultStatus(result.pointer) == PGRES_PIPELINE_SYNC else { throw surprise(result) }
            return
        }
        try take(result, expectation)
        // The answers of each send end with nothing.
        if let another = try next(pointer) { throw surprise(another) }
    }

    /// Hands rows over while they come; the last answer has none.
    private mutating func receive(
        _ expectation: Expectation, _ pointer: OpaquePointer, into sink: (ServerRows) throws -> Void
    ) throws {
        // A refusal before this request leaves no rows to come.
        if failure == nil, perdure_pq_stream_rows(pointer) != 1 { throw connection.lost() }
        while let result = try next(pointer) {
            guard perdure_pq_is_part(PQresultStatus(result.pointer)) != 0 else {
                try take(result, expectation)
                if let another = try next(pointer) { throw surprise(another) }
                return
            }
            try withExtendedLifetime(result) { try sink(ServerRows($0.pointer)) }
        }
        throw connection.lost("an answer is missing")
    }

    private mutating func take(_ result: consuming Answer, _ expectation: Expectation) throws {
        switch PQresultStatus(result.pointer) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: note(result, expectation)
        case PGRES_FATAL_ERROR: try note(refusal: result, expectation)
        case PGRES_PIPELINE_ABORTED where failure != nil: break
        default: throw surprise(result)
        }
    }

    private mutating func note(_ result: consuming Answer, _ expectation: Expectation) {
        switch expectation {
        case .preparation(let identity, let name): connection.statements.add(identity, name: name)
        case .deallocation(let name): connection.statements.hasForgotten(name)
        case .request:
            let result = ServerResult(result.release())
            hasEndedTransaction = hasEndedTransaction || result.endsTransaction
            results.append(result)
            if isWatched { ends.append(Deadline.now) }
        case .sync: break
        }
    }

    private mutating func note(refusal result: borrowing Answer, _ expectation: Expectation) throws {
        // Without a state it is libpq that speaks, of the connection.
        guard let report = ServerReport(result.pointer, mask: connection.mask) else {
            throw connection.lost()
        }
        if report.endsConnection {
            connection.close()
            throw PostgreSQLError.server(report, place: connection.place, index: results.count)
        }
        if case .deallocation(let name) = expectation { return connection.statements.hasForgotten(name) }
        guard failure == nil else { throw surprise(result) }
        failure = report
        failedIndex = results.count
    }

    /// The next answer; nil where libpq says that there is none.
    private mutating func next(_ pointer: OpaquePointer) throws -> Answer? {
        try connection.waitForResult(&wait)
        guard let result = PQgetResult(pointer) else { return nil }
        return Answer(result)
    }

    private func surprise(_ answer: borrowing Answer) -> PostgreSQLError {
        let status =
            PQresStatus(PQresultStatus(answer.pointer)).map { String(cString: $0) } ?? "an unknown status"
        return connection.lost("an answer has the unexpected status \(status)")
    }

    private func failed(_ report: ServerReport) -> any Error {
        if report.state == "57014", connection.hasBeenCancelled { return PostgreSQLError.cancelled }
        let error = PostgreSQLError.server(report, place: connection.place, index: failedIndex)
        return PipelineFailure(
            error: error, canBeRepeated: report.asksToPrepareAgain && !hasEndedTransaction)
    }
}

/// A pipeline that ended with an error of the server.
struct PipelineFailure: Error {
    let error: PostgreSQLError
    /// Whether preparing anew may help, and none of the statements has had an effect that stayed.
    let canBeRepeated: Bool
}

/// An answer of libpq until somebody takes it over; else it is freed with this value.
private struct Answer: ~Copyable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQclear(pointer) }

    /// Hands the memory to the caller.
    consuming func release() -> OpaquePointer {
        let pointer = pointer
        discard self
        return pointer
    }
}
#endif
