// SPDX-License-Identifier: Apache-2.0
// What is told of each statement that went to a server (PG-13). StatementLog.swift writes it for users, a program's closure gets it.

#if PostgreSQL
import Foundation

/// A statement that has run.
package struct StatementEvent: Sendable {
    /// The text, in which values are $1, $2 and so on.
    package var text: String
    /// The types of the values, by the server's names.
    package var types: [String]
    /// How many rows it read or wrote; nil for statements that count none, and for one that failed.
    package var rows: Int?
    /// Seconds from the answer before, or from the beginning of the round trip.
    package var seconds: TimeInterval
    /// The number of the server's process.
    package var connection: Int32
    /// The server's code, when it refused the statement.
    package var state: String?
}

/// Hears of statements.
package struct StatementObserver: Sendable {
    /// Those that took less are not told; what fails always is.
    package var least: TimeInterval
    package var body: @Sendable (StatementEvent) -> Void

    package init(least: TimeInterval = 0, _ body: @escaping @Sendable (StatementEvent) -> Void) {
        self.least = least
        self.body = body
    }
}
#endif
