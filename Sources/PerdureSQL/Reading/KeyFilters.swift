// SPDX-License-Identifier: Apache-2.0
// The conditions for a fixed number of keys (TableRowQueries.swift). They are printed at their first use, because most stores are
// opened and closed without a read of many keys.

import PerdureBase
import PerdurePredicates

/// Conditions that a key is one of so many placeholders.
final class KeyFilters: Sendable {
    private let key: SQLExpression
    private let dialect: SQLDialect
    private let printed = Lock([Int: String]())

    init(_ key: SQLExpression, _ dialect: SQLDialect) {
        self.key = key
        self.dialect = dialect
    }

    /// The condition for a number of keys, with the word WHERE.
    func text(_ length: Int) -> String {
        printed.withLock { printed in
            if let text = printed[length] { return text }
            let list = SQLExpression.inList(key, Array(repeating: .value(.null), count: length))
            let text = SQLPrinter.printFilter(list, dialect: dialect).text
            printed[length] = text
            return text
        }
    }
}
