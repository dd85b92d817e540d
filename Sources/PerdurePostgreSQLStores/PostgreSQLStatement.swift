// SPDX-License-Identifier: Apache-2.0
// The statements of a store, for programs that measure them. PostgreSQLStoreOptions.swift has the options.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient

/// A statement that a store on a server has run.
///
/// No value is in it: values are parameters of the text.
///
/// ## Compatibility
/// An addition.
public struct PostgreSQLStatement: Sendable {
    /// The text, in which $1, $2 and so on stand for values.
    public let text: String
    /// The server's names of the values' types.
    public let parameterTypes: [String]
    /// How many rows it read or wrote; nil for statements that count none, and for one that failed.
    public let rows: Int?
    /// Seconds from the answer to the statement before it in the same round trip, or from the beginning of that.
    public let seconds: TimeInterval
    /// The number of the server's process, which tells connections apart.
    public let connection: Int
    /// The server's code of five characters when it refused the statement; "no answer" when none came; nil for one that succeeded.
    public let errorCode: String?

    init(_ event: StatementEvent) {
        text = event.text
        parameterTypes = event.types
        rows = event.rows
        seconds = event.seconds
        connection = Int(event.connection)
        errorCode = event.state
    }
}

/// The closure that hears of statements, as an option's value.
final class StatementSource: NSObject, Sendable {
    let body: @Sendable (PostgreSQLStatement) -> Void

    init(_ body: @escaping @Sendable (PostgreSQLStatement) -> Void) { self.body = body }

    override var description: String { "an observer of statements" }
}
#endif
