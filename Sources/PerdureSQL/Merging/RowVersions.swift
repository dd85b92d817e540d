// SPDX-License-Identifier: Apache-2.0
// The version of a row: its version column, or the column minus the merging writes that MergeTable.swift counts. Readers,
// checks and writers of rows ask for it here.

import PerdureStore

/// How to find the versions of a table's rows.
package struct RowVersions: Sendable, Hashable {
    /// The root entity's number in the file if merging writes are counted apart; nil if the column alone is the version.
    private let root: Int32?

    /// - Parameters:
    ///   - entities: The entities of the table.
    ///   - root: The number of the root entity in the file.
    ///   - store: The names in the store. A read-only store may lack the table that counts merging writes.
    init(of entities: [EntityLayout], root: Int32, in store: any StoredNames) {
        let merges = store.hasTable(MergeTable.name) && entities.contains { !$0.mergeSlots.isEmpty }
        self.root = merges ? root : nil
    }

    /// Whether a row can change without a new version.
    var mayKeepVersion: Bool { root != nil }

    /// The version as a column of a result; `row` says how the statement names the row's columns.
    func column(_ system: SystemColumns, _ row: (String) -> SQLExpression) -> SQLExpression {
        root.map { MergeTable.version(root: $0, system, row) } ?? row(system.version)
    }

    /// The version as a number, in a statement about this table alone.
    package func number(_ system: SystemColumns) -> SQLExpression {
        root.map { MergeTable.version(root: $0, system, SQLExpression.own) }
            ?? .fallback(.own(system.version), .literal(0))
    }

    /// Counts a merging write for a row that has just been written without a new version; placeholder 1 is the row's key.
    func count(of table: String, _ system: SystemColumns) -> SQLUpsert? {
        root.map { MergeTable.count(of: table, root: $0, system) }
    }

    /// Deletes the count of a row's merging writes; placeholder 1 is the row's key.
    var removal: SQLDelete? { root.map(MergeTable.removal) }
}
