// SPDX-License-Identifier: Apache-2.0
// Ordered relationships that are their own inverses: each direction of a pair needs a row for its position. OrderWriter.swift runs
// the statement.

import PerdureStore

extension OrderTable {
    /// Adds the missing rows of an owner's pairs, which one row of the other direction has stood for.
    ///
    /// Placeholder 1 is the owner.
    func completing(_ dialect: SQLDialect) -> SQLText {
        var reversed = SQLSelect([.own(member), .own(owner)], from: .only(table))
        reversed.filter = .binary(.own(member), .equal, .parameter(1))
        return SQLPrinter.print(
            SQLUpsert(SQLInsert(into: table, [owner, member], .select(reversed)), .keep), dialect: dialect)
    }
}
