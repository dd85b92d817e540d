// SPDX-License-Identifier: Apache-2.0
// The side table that tells which writes of a row were no more than merging. The version column counts all writes, so that programs
// with Apple's framework notice each of them; a version, as rows have it here, counts the others.
//
// | column | what it holds |
// | --- | --- |
// | ENTITY | the number of the table's root entity in the file |
// | PK | the row's key |
// | WRITES | how many writes of the row applied changes of attributes that merge, and nothing else |
// | VERSION | the version column after the last of them: a row with a smaller one is another row, which got the key anew |
//
// Rows without an entry had no such write. Who does not know the table counts in that column alone, and so as a plain write.

import PerdureStore

/// The side table of merging writes.
package enum MergeTable {
    package static let name = "PERDURE_MERGES"

    /// The alias of the table in a statement: no translator counts so far.
    private static let alias = 1_000_000

    /// The version of a row as an expression, given the form in which the statement names the row's columns.
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

    /// Counts a write of rows that has just been made.
    static func count(_ rows: [Int64], of table: String, root fileNumber: Int32, _ system: SystemColumns)
        -> SQLUpsert
    {
        var written = SQLSelect(
            [.literal(Int64(fileNumber)), .own(system.key), .literal(1), .own(system.version)],
            from: .only(table))
        written.filter = .inBoundList(.own(system.key), .integers, .text(BoundLists.json(rows)))
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

    /// Forgets a row: 1 is its key.
    static func removal(root fileNumber: Int32) -> SQLDelete {
        SQLDelete(
            from: name,
            where: .and([
                .binary(.own("ENTITY"), .equal, .literal(Int64(fileNumber))),
                .binary(.own("PK"), .equal, .parameter(1)),
            ]))
    }
}
