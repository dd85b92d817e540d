// SPDX-License-Identifier: Apache-2.0
// A connection and its prepared statements, as the shared SQL engine (SQLEngine.swift) uses them.
// Calls cross here once per statement, row or bound value; the loops over the columns of rows stay
// inside the backend (`readRows`, `write`).

import Foundation
import PerdureStore

/// One connection to a database.
///
/// One thread uses a connection at a time; ConnectionPool.swift makes sure of that.
package protocol SQLConnection: AnyObject {
    /// The prepared statement for a text; the same object for the same text while the cache holds it.
    func statement(_ text: String) throws -> any PreparedStatement
    /// A statement that is planned for the values with which it runs.
    func plannedStatement(_ text: String) throws -> any PreparedStatement
    /// Runs a text that returns no rows and is not worth caching.
    func execute(_ text: String) throws
    /// Begins a transaction that will write. It waits here for the write lock, not at the first write.
    func beginWriting() throws
    /// Begins a transaction with snapshot isolation: all reads see the same state.
    func beginReading() throws
    func commit() throws
    /// Rolls back the transaction if there is one. It never throws, because it runs while another error is thrown.
    func rollback()
    /// Limits the run time of statements to some seconds, from now or from their first steps on; nil removes the limit.
    func limitRun(_ seconds: TimeInterval?)
    /// Lets a cancellation stop running statements with `StoreError.cancelled`; nil removes it.
    func endRuns(by cancellation: Cancellation?)
    /// Goes on with the snapshot of the read before if it still is the newest state, or begins one that the next read may use.
    func resumeSnapshot() throws
    /// Ends the snapshot that is kept for the next read, if there is one.
    ///
    /// - Throws: an error when the connection cannot leave it; it must not read then.
    func endSnapshot() throws
    /// Whether a snapshot is kept for the next read.
    var keepsSnapshot: Bool { get }
}

extension SQLConnection {
    package func resumeSnapshot() throws {}
    package func endSnapshot() throws {}
    package var keepsSnapshot: Bool { false }
}

/// A prepared statement.
///
/// Placeholders count from 1, columns from 0.
package protocol PreparedStatement: AnyObject {
    func bindNull(at index: Int) throws
    func bind(_ value: Int64, at index: Int) throws
    func bind(_ value: Double, at index: Int) throws
    func bind(_ value: String, at index: Int) throws
    func bind(_ value: Data, at index: Int) throws
    func bind(_ list: SQLBoundList, at index: Int) throws
    /// Binds a value of any kind; databases with types of their own have more kinds than others.
    func bind(_ value: SQLBinding, at index: Int) throws

    /// Moves to the next row. Returns false after the last row; the statement then accepts new values.
    func step() throws -> Bool
    /// Runs a statement that returns no rows, and resets it for new values. Returns the number of rows written.
    @discardableResult func run() throws -> Int
    /// Binds a row's values to the columns of the statement's definition, and runs the statement. Returns the number of rows
    /// written.
    ///
    /// Placeholders before the columns are bound already and stay bound. Values are lent, not copied: the columns must be
    /// bound again before the next run.
    func write(_ row: Row, _ definition: WriteStatement) throws -> Int
    /// Clears all bound values.
    func unbind()
    /// Abandons a result before its end. Bound values stay bound.
    func reset()

    var columnCount: Int { get }
    func isNull(_ column: Int) -> Bool
    func integer(_ column: Int) -> Int64
    func real(_ column: Int) -> Double
    func text(_ column: Int) -> String
    func blob(_ column: Int) -> Data
    func value(_ column: Int) -> SQLBinding

    /// Reads all remaining rows as rows of objects.
    func readRows(_ decoder: RowDecoder, into rows: inout [Row]) throws
    /// Reads the next rows as rows of objects, some at most; returns false when none is left.
    func readRows(_ decoder: RowDecoder, atMost count: Int, into rows: inout [Row]) throws -> Bool
    /// Reads the row of a result that has one at most: no stream is needed for it.
    func readRow(_ decoder: RowDecoder, into rows: inout [Row]) throws
    /// Reads all remaining rows as rows of members; a column holds the owner's key.
    func readMembers(_ decoder: RowDecoder, ownerColumn: Int, into members: inout MemberRows) throws
    /// Reads all remaining rows as tuples; a column's slot is its place in the tuple.
    func readTuples(_ columns: [RowDecoder.Column], count: Int, mapping: StoreMapping) throws
        -> [[StoredValue]]
}

extension PreparedStatement {
    package func readRow(_ decoder: RowDecoder, into rows: inout [Row]) throws {
        try readRows(decoder, into: &rows)
    }

    package func readRows(_ decoder: RowDecoder, atMost count: Int, into rows: inout [Row]) throws -> Bool {
        try readRows(decoder, into: &rows)
        return false
    }

    package func bind(_ value: SQLBinding, at index: Int) throws {
        switch value {
        case .null: try bindNull(at: index)
        case .integer(let value): try bind(value, at: index)
        case .real(let value): try bind(value, at: index)
        case .text(let value): try bind(value, at: index)
        case .blob(let value): try bind(value, at: index)
        case .list(let list): try bind(list, at: index)
        case .decimal(let value): try bind(value.description, at: index)
        case .uuid(let value): try bind(ConstantBinding.bytes(value), at: index)
        case .boolean(let value): try bind(value ? 1 : 0 as Int64, at: index)
        case .answer: fatalError("a statement runs after its questions")
        }
    }

    package func bind(_ values: [SQLBinding]) throws {
        for (offset, value) in values.enumerated() { try bind(value, at: offset + 1) }
    }
}
