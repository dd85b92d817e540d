// SPDX-License-Identifier: Apache-2.0
// A statement of a write that waits to be sent, and what its answer must be. ArrayExecutor.swift makes and sends them.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// A statement and its expected answer.
struct PlannedStatement {
    /// The answer without conflicts.
    enum Expectation {
        case anything
        /// So many rows are written.
        case rows(Int)
        /// So many rows come back.
        case keys(Int)
        /// No row comes back.
        case none
        /// The store is as the engine knows it.
        case definitions(DefinitionsCheck)
        /// The keys of written rows of a table that have got a new mark come back.
        case marked(table: Int)
        /// The present positions of the members of a relationship: owner, member, position.
        case positions(RelationshipPositions)
    }

    let request: ServerRequest
    var expectation = Expectation.anything
    /// The rows that it writes, for errors.
    var subject: Subject?
    /// Its place in the pipeline of an attached store: lower ones first.
    var rank = WriteRank.middle

    /// Which rows a statement is about.
    struct Subject {
        let entity: Int32
        let keys: ArraySlice<ObjectKey>
    }

    /// Whether the answer shows no conflict.
    func isFulfilled(by result: ServerResult) -> Bool {
        switch expectation {
        case .anything, .marked, .positions, .definitions: true
        case .rows(let count): result.affectedRows == count
        case .keys(let count): result.rowCount == count
        case .none: result.rowCount == 0
        }
    }
}

/// The order of writes where each statement must leave all references whole (PG-60).
enum WriteRank {
    static let checks = 0
    static let first = 1
    static let insertions = 2
    static let middle = 1 << 20
    static let deletions = 1 << 21
    static let last = 1 << 22
}

/// COPY was refused, and arrays are not: the next try goes by them.
struct CopyRefused: Error {}

/// A statement of a write that the server refused.
struct RefusedStatement: Error {
    let error: PostgreSQLError
    let subject: PlannedStatement.Subject?
}
#endif
