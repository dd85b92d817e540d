// SPDX-License-Identifier: Apache-2.0
// A statement ready to run: a text with placeholders, and their values. SQLPrinter.swift makes it. An engine prepares the
// text (the text may be a cache key) and binds the values.

import Foundation

/// A statement's text and the values of its placeholders, in order.
///
/// The text is the statement's shape. It contains no constants, so statements of one shape share a prepared statement.
package struct SQLText: Sendable, Hashable {
    package var text: String
    package var bindings: [SQLBinding]

    package init(_ text: String, _ bindings: [SQLBinding] = []) {
        self.text = text
        self.bindings = bindings
    }
}

/// A constant in the form of a stored column value.
package enum SQLBinding: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
    /// Values of one kind as one bound value.
    case list(SQLBoundList)
    /// A decimal with all its digits, for databases that keep them.
    case decimal(Decimal)
    /// For databases that have a type for it.
    case uuid(UUID)
    /// For databases that have a type for it.
    case boolean(Bool)
    /// A list of the answer to a question (SQLAdapter.swift), which is known when the statement runs.
    case answer(question: Int, part: Int)

    /// Whether two values are the same bit by bit; equal texts may have several spellings, and 0 equals -0.
    func isIdentical(to other: SQLBinding) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        case (.integer, .integer), (.blob, .blob), (.uuid, .uuid), (.boolean, .boolean), (.answer, .answer):
            self == other
        default: false
        }
    }
}
