// SPDX-License-Identifier: Apache-2.0
// What FetchTranslator.swift gives back: a statement and the meaning of its result columns.

import PerdureStore

/// A fetch ready to run.
package struct TranslatedFetch: Sendable {
    package var statement: SQLText
    package var shape: ResultShape
}

/// What the columns of a result are.
package enum ResultShape: Sendable {
    case rows(RowColumns)
    /// Column 0 is the key, column 1 the entity.
    case keys
    /// Column 0 is the number.
    case count
    /// One source per column of the plan's tuple shape.
    case tuples([ColumnSource])
}
