// SPDX-License-Identifier: Apache-2.0
// The words by which databases differ in the statements of a migration. A backend supplies them to MigratedEntities.swift.

import PerdureStore

/// How a database says what the statements of a migration need.
package protocol MigrationWords: Sendable {
    /// A table's name in a statement.
    func table(_ name: String) -> String
    /// A position that is none, with a type where the database wants one.
    var noPlace: String { get }
    /// The temporary table that keeps the pairs of a relationship.
    func pairs(_ number: Int) -> String
    /// The statement that makes this table: OWNER, MEMBER, OWNERPLACE, MEMBERPLACE, and rules.
    func pairsDefinition(_ number: Int, rules: [String]) -> String
    /// The column of this table that tells its rows apart.
    var pairNumber: String { get }
    /// An insertion that leaves out rows that a rule forbids.
    func insertionOfNew(into table: String, _ columns: String, _ rows: String) -> String
    /// An old value after a step; the numbers of entities are replaced without these words.
    func applied(_ step: ColumnValue.Step, to part: SQLPart) -> SQLPart
}

extension SystemColumns {
    /// The entity column, which each store that migrates has.
    package var entityColumn: String { entity ?? key }
}
