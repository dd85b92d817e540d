// SPDX-License-Identifier: Apache-2.0
// What the connection that writes asks before it writes, without knowing who answers (Opening/TriggerReview.swift).

/// Reviews the schema of a store after other connections have changed it.
protocol SchemaReview: AnyObject {
    /// Whether other connections have committed since the last review.
    var isDue: Bool { get set }
    /// Repeats the review if other connections have changed the schema; called within a write transaction.
    ///
    /// - Throws: An error when this connection must not write.
    func repeatIfDue(_ connection: SQLiteConnection) throws
}
