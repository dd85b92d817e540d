// SPDX-License-Identifier: Apache-2.0
// The statement that removes what a migration has left (DeferredRemoval.swift, PerdureStore).

import PerdureSQL
import PerdureStore

extension DeferredRemoval {
    /// The statement; without a column SQLite only frees the table's pages.
    var statement: MigrationStatement {
        guard let column else { return MigrationStatement("DROP TABLE \(SQLIdentifier.quoted(table))") }
        return MigrationStatement(
            "ALTER TABLE \(SQLIdentifier.quoted(table)) DROP COLUMN \(SQLIdentifier.quoted(column))")
    }
}
