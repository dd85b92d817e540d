// SPDX-License-Identifier: Apache-2.0
// How the version of a row is found: by its column, or by what MergeTable.swift says of it where some writes move none.
// Whoever reads, checks or writes rows asks it.

import PerdureStore

/// How the versions of a table's rows are found.
package struct RowVersions: Sendable, Hashable {
    /// The root entity's number in the file, where writes that merge are counted apart; nil where the column alone is the
    /// version.
    private let root: Int32?

    /// - Parameters:
    ///   - entities: The entities of the table.
    ///   - root: The number of its root entity in the file.
    ///   - store: What the store has: one that is only read may lack the table of such writes.
    init(of entities: [EntityLayout], root: Int32, in store: any StoredNames) {
        let merges = store.hasTable(MergeTable.name) && entities.contains { !$0.mergeSlots.isEmpty }
        self.root = merges ? root : nil
    }

    /// Whether rows may change without another version.
    var areCountedApart: Bool { root != nil }

    /// The version as a column of a result, given the form in which the statement names the row's columns.
    func column(_ system: SystemColumns, _ row: (String) -> SQLExpression) -> SQLExpression {
        root.map { MergeTable.version(root: $0, system, row) } ?? row(system.version)
    }

    /// The version as a number, in a statement about the table alone.
    package func number(_ system: SystemColumns) -> SQLExpression {
        root.map { MergeTable.version(root: $0, system, SQLExpression.own) }
            ?? .fallback(.own(system.version), .literal(0))
    }

    /// Counts a write of rows that has just been made and moves no version.
    func count(_ rows: [Int64], of table: String, _ system: SystemColumns) -> SQLUpsert? {
        root.map { MergeTable.count(rows, of: table, root: $0, system) }
    }

    /// Forgets what is known of a row besides: 1 is its key.
    var removal: SQLDelete? { root.map(MergeTable.removal) }
}
