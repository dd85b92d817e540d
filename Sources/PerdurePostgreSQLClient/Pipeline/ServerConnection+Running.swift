// SPDX-License-Identifier: Apache-2.0
// Runs statements, one or many, in one round trip (PG-32). PipelineRun.swift sends them and takes what comes back.

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation
import PerdureStore

extension ServerConnection {
    /// Runs one statement.
    ///
    /// - Parameters:
    ///   - request: the statement and its values.
    ///   - deadline: when the call ends at the latest.
    ///   - cancellation: lets another thread end it.
    /// - Returns: what the server answered.
    /// - Throws: `PostgreSQLError`; afterwards `isUsable` says whether the connection is still good.
    @discardableResult
    package func run(
        _ request: ServerRequest, until deadline: Deadline, _ cancellation: Cancellation? = nil
    ) throws -> ServerResult {
        let results = try run([request], until: deadline, cancellation)
        guard let result = results.first else { throw lost("a statement had no result") }
        return result
    }

    /// Runs statements one after the other, all sent before the first answer is awaited.
    ///
    /// Outside of a transaction they are one transaction of their own, unless they say BEGIN and COMMIT. Nothing of what follows
    /// an error is run.
    ///
    /// - Throws: `PostgreSQLError`: for a refused statement, `.server` with its position.
    package func run(
        _ requests: [ServerRequest], until deadline: Deadline, _ cancellation: Cancellation? = nil
    ) throws -> [ServerResult] {
        if cancellation?.isCancelled == true { throw PostgreSQLError.cancelled }
        guard !deadline.isPast else {
            throw PostgreSQLError.timedOut(operation: "running statements", waited: 0, place: place)
        }
        let wasIdle = !isInTransaction
        do { return try runOnce(requests, deadline, cancellation) } catch let failure as PipelineFailure {
            try mayRepeat(failure, wasIdle)
        }
        // Once: a server that forgets statements at once is another mistake.
        do { return try runOnce(requests, deadline, cancellation) } catch let failure as PipelineFailure {
            throw failure.error
        }
    }

    /// Runs statements as `run` does, and hands over the rows of the last one as they come: no whole result lies beside them.
    ///
    /// - Parameters:
    ///   - requests: The statements.
    ///   - deadline: When the call ends at the latest.
    ///   - cancellation: Lets another thread end it.
    ///   - sink: Gets rows that are valid only during its call. What it throws ends the connection.
    /// - Returns: The answers; the last one has no rows.
    /// - Throws: `PostgreSQLError`, and what the sink throws.
    package func stream(
        _ requests: [ServerRequest], until deadline: Deadline, _ cancellation: Cancellation? = nil,
        into sink: @escaping (ServerRows) throws -> Void
    ) throws -> [ServerResult] {
        if cancellation?.isCancelled == true { throw PostgreSQLError.cancelled }
        let wasIdle = !isInTransaction
        do { return try runOnce(requests, deadline, cancellation, sink) } catch let failure as PipelineFailure
        {
            // A statement that was refused has given no row.
            try mayRepeat(failure, wasIdle)
        }
        do { return try runOnce(requests, deadline, cancellation, sink) } catch let failure as PipelineFailure
        {
            throw failure.error
        }
    }

    /// Forgets statements that do not fit any more, also for those who will try the transaction again.
    ///
    /// - Throws: The error, where the statements may not be run again at once.
    private func mayRepeat(_ failure: PipelineFailure, _ wasIdle: Bool) throws {
        if failure.error.asksToPrepareAgain { statements.removeAll() }
        guard wasIdle, failure.canBeRepeated, !isInTransaction else { throw failure.error }
    }

    private func runOnce(
        _ requests: [ServerRequest], _ deadline: Deadline, _ cancellation: Cancellation?,
        _ sink: ((ServerRows) throws -> Void)? = nil
    ) throws -> [ServerResult] {
        buffer.removeAll()
        // Before anything is sent: a value without a form costs no connection.
        for request in requests { try buffer.append(request.parameters) }
        let wait = Wait("running statements", until: deadline, cancellation)
        let watch = StatementWatch(self, requests)
        var run = PipelineRun(self, requests, wait, sink: sink)
        run.isWatched = watch != nil
        unfinished = []
        do {
            let results = try run.run()
            watch?.end(requests, results, run.ends, state: nil)
            return results
        } catch {
            unfinished = run.results
            watch?.end(requests, run.results, run.ends, state: error.statementState)
            if !(error is PipelineFailure) { close() }
            throw error
        }
    }
}

extension Error {
    /// What a log says of a statement without an answer.
    fileprivate var statementState: String {
        let cause = (self as? PipelineFailure)?.error ?? self as? PostgreSQLError
        return cause?.state ?? "no answer"
    }
}
#endif
