// SPDX-License-Identifier: Apache-2.0
// A connection and its prepared statements, as the shared SQL engine (SQLEngine.swift) uses them.
// Calls cross here once per statement, row or bound value; the loops over the columns of rows stay
// inside the backend (`readRows`, `write`).

import Foundation
import PerdureStore

/// One connection to a database.
///
/// Used by one thread at a time: who lends it (ConnectionPool.swift) sees to that.
package protocol SQLConnection: AnyObject {
    /// The prepared form of a text; the same object for the same text while it is in the cache.
    func statement(_ text: String) throws -> any PreparedStatement
    /// Runs a text that gives no rows and is not worth keeping.
    func execute(_ text: String) throws
    /// Begins a transaction that will write: a lock that is not free is waited for here, not later.
    func beginWriting() throws
    /// Begins a transaction in which all reads see the same state.
    func beginReading() throws
    func commit() throws
    /// Ends a transaction if there is one; never throws, because it runs while an error is on its way.
    func rollback()
    /// Lets statements run for so many seconds from now, or (nil) for as long as they like.
    func limitRun(_ seconds: TimeInterval?)
    /// Lets statements run until somebody calls them off, which is `StoreError.cancelled`; nil when nobody can.
    func endRuns(by cancellation: Cancellation?)
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

    /// Goes to the next row; false behind the last one, and the statement is then ready for new values.
    func step() throws -> Bool
    /// Runs a statement that gives no rows, and makes it ready for new values. Returns the number of rows written.
    @discardableResult func run() throws -> Int
    /// Binds a row's values to the columns of a plan, whose statement this is, and runs it. Returns the number of rows
    /// written.
    ///
    /// What stands before the columns is bound already, and stays so. Values are lent, not copied: the columns must be
    /// bound again before anything else runs the statement.
    func write(_ row: Row, _ plan: WritePlan) throws -> Int
    /// Forgets what is bound.
    func unbind()
    /// Gives up a result before its end. What has been bound stays bound.
    func reset()

    var columnCount: Int { get }
    func isNull(_ column: Int) -> Bool
    func integer(_ column: Int) -> Int64
    func real(_ column: Int) -> Double
    func text(_ column: Int) -> String
    func blob(_ column: Int) -> Data
    func value(_ column: Int) -> SQLBinding

    /// Reads all remaining rows as objects' rows.
    func readRows(_ plan: RowPlan, into rows: inout [Row]) throws
    /// Reads all remaining rows as rows of members, whose owner stands in a column.
    func readMembers(_ plan: RowPlan, ownerColumn: Int, into members: inout MemberRows) throws
    /// Reads all remaining rows as tuples; a column's slot is its place in the tuple.
    func readTuples(_ columns: [RowPlan.Column], count: Int, mapping: StoreMapping) throws -> [[StoredValue]]
}

extension PreparedStatement {
    package func bind(_ value: SQLBinding, at index: Int) throws {
        switch value {
        case .null: try bindNull(at: index)
        case .integer(let value): try bind(value, at: index)
        case .real(let value): try bind(value, at: index)
        case .text(let value): try bind(value, at: index)
        case .blob(let value): try bind(value, at: index)
        }
    }

    package func bind(_ values: [SQLBinding]) throws {
        for (offset, value) in values.enumerated() { try bind(value, at: offset + 1) }
    }
}
