// SPDX-License-Identifier: Apache-2.0
// A token of a Swift source file. SourceTokenizer.swift makes them, DeclarationReader.swift reads them.

/// A token: the least that declarations are made of.
package struct SourceToken: Sendable, Equatable {
    /// What a token is.
    package enum Kind: Sendable {
        /// A word; keywords are words too.
        case word
        /// A word in backticks, which is never a keyword.
        case quotedWord
        case number
        /// A string or regex literal, whatever is interpolated.
        case literal
        /// One character, or an arrow.
        case symbol
        /// A line that starts with #if, #elseif, #else or #endif.
        case directive
    }

    package var kind: Kind
    /// The text: of a quoted word without backticks, of a directive with its condition.
    package var text: String
    package var line: Int
    /// Whether it is the first of its line.
    package var startsLine: Bool
    /// Whether space or a comment stands before it.
    package var followsSpace: Bool
    /// Under which build condition it stands, as source text; nil for none.
    package var condition: String?

    /// Whether it is a certain word or symbol; a quoted word is neither.
    func says(_ text: String) -> Bool {
        (kind == .word || kind == .symbol) && self.text == text
    }

    /// Whether it can be a name.
    var isName: Bool { kind == .word || kind == .quotedWord }
}
