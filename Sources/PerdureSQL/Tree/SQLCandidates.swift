// SPDX-License-Identifier: Apache-2.0
// The rows that an index on parts of a set or dictionary names for a comparison. The comparison holds for none but these
// rows. Only a filter may restrict a search to them; FilterForm.swift adds them to a filter.

import PerdureStore

/// The keys of rows with matching index entries, and of rows whose entries may be out of date.
package struct SQLCandidates: Sendable, Hashable {
    /// The key of the row.
    let key: SQLExpression
    /// The table of the index entries, and the table of the rows whose entries may be out of date.
    let entries: String
    let stale: String
    /// The path in a dictionary; an empty text for a set.
    let name: String
    let values: Values

    enum Values: Sendable, Hashable {
        case compared(SQLOperator, SQLBinding)
        case between(SQLBinding, SQLBinding)
        case list([SQLBinding])
    }

    /// The alias of the index tables.
    ///
    /// No statement uses this number elsewhere.
    private static let alias = 1_000_000

    /// Both selects as one condition.
    var condition: SQLExpression {
        var entries = SQLSelect(
            [.column(Self.alias, "OWNER")], from: .table(self.entries, alias: Self.alias))
        entries.filter = .and([
            .binary(.column(Self.alias, "NAME"), .equal, .value(.text(name))),
            valueCondition(.column(Self.alias, "VALUE")),
        ])
        let stale = SQLSelect([.column(Self.alias, "OWNER")], from: .table(self.stale, alias: Self.alias))
        return .inSelects(key, [entries, stale])
    }

    private func valueCondition(_ value: SQLExpression) -> SQLExpression {
        switch values {
        case .compared(let symbol, let bound): .binary(value, symbol, .value(bound))
        case .between(let low, let high): .between(value, .value(low), .value(high))
        case .list(let list): .inList(value, list.map(SQLExpression.value))
        }
    }
}
