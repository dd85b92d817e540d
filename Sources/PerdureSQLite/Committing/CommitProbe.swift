// SPDX-License-Identifier: Apache-2.0
// The mark by which a commit can be recognised afterwards. CommitSettlement.swift looks for it.

import PerdureSQL
import PerdureStore

/// One row that tells whether a change set has been written.
///
/// A marker of our own would have to live in a table or in the metadata, and change files that Core Data shares. The
/// rows themselves are mark enough: a key from `reserveKeys` is never given out twice, a checked version moves to a
/// number that it had not before, a deleted row is gone. Where a save may do none of this, a participant leaves a probe
/// of its own (TransactionParticipant.swift).
struct CommitProbe {
    private let text: String
    private let values: [SQLBinding]
    private let expectsRow: Bool

    /// The probe of a change set; nil when none of its rows can serve as a mark.
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

    /// A query that gives a row when the commit has happened, or when it has not.
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

    /// Whether the change set is in the file, as this connection sees it.
    func finds(_ connection: SQLiteConnection) throws -> Bool {
        let hasRow = try connection.first(text, values) { _ in true } ?? false
        return hasRow == expectsRow
    }
}
