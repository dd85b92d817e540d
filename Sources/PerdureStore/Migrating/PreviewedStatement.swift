// SPDX-License-Identifier: Apache-2.0
// A statement of a migration as a dry run prints it.

/// A statement that a migration would run.
package struct PreviewedStatement: Sendable {
    /// The text with the values of its placeholders behind it.
    package let text: String
    /// How many rows it touches; nil for one that changes definitions only, or follows from the rows of one before.
    package let rows: Int64?

    package init(text: String, rows: Int64?) { (self.text, self.rows) = (text, rows) }
}
