// SPDX-License-Identifier: Apache-2.0
// A statement ready to run: text with placeholders, and the values for them. SQLPrinter.swift makes
// it; an engine prepares the text (and may cache by it) and binds.

import Foundation

/// A statement's text and the values of its placeholders, in order.
///
/// The text is the statement's shape: constants never stand in it, so equal shapes share one prepared statement.
package struct SQLText: Sendable, Hashable {
    package var text: String
    package var bindings: [SQLBinding]

    package init(_ text: String, _ bindings: [SQLBinding] = []) {
        self.text = text
        self.bindings = bindings
    }
}

/// A constant in the form in which columns store it.
package enum SQLBinding: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
}
