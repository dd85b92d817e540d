// SPDX-License-Identifier: Apache-2.0
// What a database server said when it refused a statement, and what the store knows of it. StoreError has it as a case.

/// The refusal of a database server.
///
/// ## Stability
/// May change in any version before 0.1.0.
public struct ServerRefusal: Error, Sendable, Equatable {
    /// What the store was doing.
    public enum Operation: Sendable {
        /// The store was being opened, made or removed.
        case opening
        /// Rows were being read.
        case reading
        /// Rows were being written.
        case writing
    }

    /// The server's code of five characters (SQLSTATE).
    public var state: String
    /// The server's words, without values of rows.
    public var message: String
    /// The server's advice.
    public var hint: String?
    /// Which server and database, without secrets.
    public var place: String
    /// What the store was doing.
    public var operation: Operation
    /// The table that the server named.
    public var table: String?
    /// The column that the server named.
    public var column: String?
    /// The constraint that the server named.
    public var constraint: String?
    /// The entity of the table, where the store knows it.
    public var entity: String?
    /// The property of the column or constraint, where the store knows it.
    public var property: String?
    /// Whether a number is below the smallest one rather than above the largest.
    public var isTooSmall = false

    /// Makes a refusal.
    ///
    /// - Parameters:
    ///   - state: the server's code.
    ///   - message: the server's words.
    ///   - place: which server and database.
    ///   - operation: what the store was doing.
    public init(state: String, message: String, place: String, operation: Operation) {
        self.state = state
        self.message = message
        self.place = place
        self.operation = operation
    }
}
