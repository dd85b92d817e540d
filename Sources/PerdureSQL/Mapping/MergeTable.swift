// SPDX-License-Identifier: Apache-2.0
// The side table that counts merging writes: writes of a row that applied deltas of attributes that merge, and nothing else.
// The version column counts all writes, so that programs with Apple's framework notice each of them. The version that this
// module reports counts only the remaining writes.
//
// | column | what it holds |
// | --- | --- |
// | ENTITY | the number of the table's root entity in the file |
// | PK | the row's key |
// | WRITES | how many writes of the row applied changes of attributes that merge, and nothing else |
// | VERSION | the version column after the last of these writes: a row with a smaller version is another row of the same key |
//
// A row without an entry had no such write. A program that does not know the table increments only the version column, so its
// write counts as a plain one.

import PerdureStore

/// The side table of merging writes.
package enum MergeTable {
    package static let name = "PERDURE_MERGES"

    /// The alias of the table in a statement.
    ///
    /// Translators never count so far.
    private static let alias = 1_000_000

    /// The expression for a row's version; `row` says how the statement names the row's columns.
    static func version(
        root fileNumber: Int32, _ system: SystemColumns, _ row: (String) -> SQLExpression
    ) -> SQLExpression {
        let version = row(system.version)
        var entry = SQLSelect([.column(alias, "WRITES")], from: .table(name, alias: alias))
        entry.filter = .and([
            .binary(.column(alias, "ENTITY"), .equal, .literal(Int64(fileNumber))),
            .binary(.column(alias, "PK"), .equal, row(system.key)),
            .binary(.column(alias, "VERSION"), .lessOrEqual, version),
        ])
        return .binary(
            .fallback(version, .literal(0)), .subtract,
            .fallback(.scalar(entry), .literal(0)))
    }

    /// Counts one merging write for a row that has just been written; placeholder 1 is the row's key.
    static func count(of table: String, root fileNumber: Int32, _ system: SystemColumns) -> SQLUpsert {
        var written = SQLSelect(
            [.literal(Int64(fileNumber)), .own(system.key), .literal(1), .own(system.version)],
            from: .only(table))
        // By key, because a list would make SQLite build a table for each save.
        written.filter = .binary(.own(system.key), .equal, .parameter(1))
        let isLater = SQLExpression.binary(.own("VERSION"), .less, .proposed("VERSION"))
        let more = SQLExpression.binary(.own("WRITES"), .add, .literal(1))
        return SQLUpsert(
            SQLInsert(into: name, ["ENTITY", "PK", "WRITES", "VERSION"], .select(written)),
            .update(
                key: ["ENTITY", "PK"],
                [
                    SQLUpdate.Assignment("WRITES", .choice(isLater, then: more, otherwise: .literal(1))),
                    SQLUpdate.Assignment("VERSION", .proposed("VERSION")),
                ]))
    }

    /// Deletes the entry of a row; placeholder 1 is the row's key.
    static func removal(root fileNumber: Int32) -> SQLDelete {
        SQLDelete(
            from: name,
            where: .and([
                .binary(.own("ENTITY"), .equal, .literal(Int64(fileNumber))),
                .binary(.own("PK"), .equal, .parameter(1)),
            ]))
    }
}
