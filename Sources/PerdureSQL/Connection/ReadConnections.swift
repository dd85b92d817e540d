// SPDX-License-Identifier: Apache-2.0
// What the shared engine needs of a pool of connections. ConnectionPool.swift is the pool of databases with one writer.

import PerdureStore

/// Lends connections for reads.
package protocol ReadConnections: AnyObject, Sendable {
    /// Lends a connection that reads.
    ///
    /// - Throws: `StoreError.busy` when none gets free within the timeout; what the body throws.
    func read<T>(_ body: (any SQLConnection) throws -> T) throws -> T

    /// Lends a connection for a read among many: it may share the snapshot of the read before it, while that is the newest
    /// state. The body begins no transaction that must be its own.
    ///
    /// - Throws: as `read`.
    func readAmongMany<T>(_ body: (any SQLConnection) throws -> T) throws -> T

    /// Whether a body may read once more while it has a connection, if other threads have not all others.
    var lendsSeveral: Bool { get }
}

/// Hears of the reads that run: what they may still need must stay.
package protocol RunningReads: AnyObject, Sendable {
    /// Notes a read before it sees any state of the store.
    ///
    /// - Returns: the read's number.
    func readBegins() -> Int

    /// Forgets a read, which needs nothing any more.
    func readEnded(_ number: Int)
}

extension ReadConnections {
    package func readAmongMany<T>(_ body: (any SQLConnection) throws -> T) throws -> T { try read(body) }

    package var lendsSeveral: Bool { false }
}

extension SQLConnection {
    /// Runs a fetch after its questions were answered: all of them see the same state of the store.
    func answering<Result>(_ fetch: ReadyFetch, _ body: (SQLText) throws -> Result) throws -> Result {
        guard !fetch.questions.isEmpty else { return try body(fetch.statement) }
        try beginReading()
        defer { rollback() }
        return try body(try answered(fetch))
    }

    private func answered(_ fetch: ReadyFetch) throws -> SQLText {
        var answers: [[SQLBoundList]] = []
        for question in fetch.questions {
            let rows = try all(question.statement.answered(answers)) { row in
                (0..<row.columnCount).map { row.text($0) }
            }
            answers.append(try question.answer(rows))
        }
        return fetch.statement.answered(answers)
    }
}
