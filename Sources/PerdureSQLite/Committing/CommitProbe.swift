// SPDX-License-Identifier: Apache-2.0
// A query that recognises a commit afterwards. InDoubtCommitResolution.swift runs it.

import PerdureSQL
import PerdureStore

/// One row that shows whether a change set has been written.
///
/// A marker of our own would need a table or a key in the metadata, and would change files that Core Data shares. The rows
/// themselves are enough: `reserveKeys` never gives a key twice, a checked version changes to a new number, and a deleted row
/// is gone. For a save without any of these, a participant provides its own probe (TransactionParticipant.swift).
struct CommitProbe {
    private let text: String
    private let values: [SQLBinding]
    private let expectsRow: Bool

    /// The probe of a change set; nil when none of its rows can show the commit.
    init?(_ changes: ChangeSet, mapping: StoreMapping) {
        if let insertion = changes.insertions.first {
            self.init(insertion.key, nil, mapping)
        } else if let update = changes.updates.first(where: { $0.expectedVersion != nil }) {
            self.init(update.key, update.expectedVersion.map { $0 &+ 1 }, mapping)
        } else if let deletion = changes.deletions.first {
            self.init(deletion.key, nil, mapping, expectsRow: false)
        } else {
            return nil
        }
    }

    /// Makes a probe of a query that returns a row only after the commit, or only without it.
    init(_ text: String, _ values: [SQLBinding], expectsRow: Bool) {
        self.text = text
        self.values = values
        self.expectsRow = expectsRow
    }

    private init?(_ key: ObjectKey, _ version: Int64?, _ mapping: StoreMapping, expectsRow: Bool = true) {
        guard let table = try? mapping.table(of: key.entity) else { return nil }
        let system = mapping.system
        var select = SQLSelect([.literal(1)], from: .only(table.name))
        let isRow = SQLExpression.binary(.own(system.key), .equal, .value(.integer(key.number)))
        let isVersion = version.map {
            SQLExpression.binary(table.versions.number(system), .equal, .value(.integer($0)))
        }
        select.filter = isVersion.map { .and([isRow, $0]) } ?? isRow
        let query = SQLPrinter.print(select, dialect: .sqlite)
        self.init(query.text, query.bindings, expectsRow: expectsRow)
    }

    /// Whether the change set is in the file, as seen by this connection.
    func finds(_ connection: SQLiteConnection) throws -> Bool {
        let hasRow = try connection.first(text, values) { _ in true } ?? false
        return hasRow == expectsRow
    }
}
