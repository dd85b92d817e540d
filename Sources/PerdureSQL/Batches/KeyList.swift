// SPDX-License-Identifier: Apache-2.0
// Many rows in one statement.

import PerdureStore

/// Rows of one table as one bound value: the statement's text is the same for lists of any length.
struct KeyList {
    let keys: [ObjectKey]
    let numbers: SQLBinding

    init(_ keys: [ObjectKey]) {
        self.keys = keys
        numbers = .list(.integers(keys.map(\.number)))
    }

    /// The condition that a column holds one of the keys.
    func contains(_ column: SQLExpression) -> SQLExpression { .inBoundList(column, .integers, numbers) }
}
