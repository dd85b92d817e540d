// SPDX-License-Identifier: Apache-2.0
// The result of FetchTranslator.swift: a statement and the meaning of its result columns.

import PerdureStore

/// A fetch ready to run.
package struct TranslatedFetch: Sendable {
    package var statement: SQLText
    /// What the client must answer first, in the same state of the store.
    package var questions: [SQLQuestion] = []
    package var shape: ResultShape
}

/// The meaning of a result's columns.
package enum ResultShape: Sendable {
    case rows(RowColumns)
    /// Column 0 is the key; column 1 is the entity if tables have an entity column.
    case keys
    /// Column 0 is the count.
    case count
    /// One source per column of the plan's tuple shape.
    case tuples([ColumnSource])
}
