// SPDX-License-Identifier: Apache-2.0
// The side table of merging writes, as SQLite text. PerdureSQL's MergeTable.swift explains its content.

import PerdureSQL

extension MergeTable {
    /// The statement that makes the table.
    package static let definition = SQLDefinition(
        .table, name,
        "CREATE TABLE \(name) (ENTITY INTEGER NOT NULL, PK INTEGER NOT NULL, WRITES INTEGER NOT NULL,"
            + " VERSION INTEGER NOT NULL, PRIMARY KEY (ENTITY, PK)) WITHOUT ROWID")
}
