// SPDX-License-Identifier: Apache-2.0
// A feature's look at a store that other processes have changed. TriggerReview.swift asks the witnesses.

/// Checks a store after other connections have committed, before anything is written.
protocol ForeignCommitCheck: AnyObject {
    /// Called after other connections have changed the schema.
    func readSchema(_ connection: SQLiteConnection) throws
    /// Called after other connections have committed, before this connection writes.
    ///
    /// - Throws: an error when this connection must not write.
    func requireNone(_ connection: SQLiteConnection) throws
}
