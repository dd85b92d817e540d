// SPDX-License-Identifier: Apache-2.0
// A token of a Swift source file. SourceTokenizer.swift makes tokens; DeclarationReader.swift reads them.

/// A token of Swift source text.
package struct SourceToken: Sendable, Equatable {
    /// The kind of a token.
    package enum Kind: Sendable {
        /// A word; keywords are words too.
        case word
        /// A word in backticks; such a word is never a keyword.
        case quotedWord
        case number
        /// A string or regex literal, with its interpolations.
        case literal
        /// One character, or an arrow.
        case symbol
        /// A line that starts with #if, #elseif, #else or #endif.
        case directive
    }

    package var kind: Kind
    /// The token's text; a quoted word has no backticks, a directive has its condition.
    package var text: String
    package var line: Int
    /// Whether the token is the first of its line.
    package var startsLine: Bool
    /// Whether space or a comment stands before the token.
    var followsSpace: Bool
    /// The build condition around the token, as source text; nil for none.
    package var condition: String?

    /// Whether the token is a certain word or symbol; a quoted word is neither.
    func says(_ text: String) -> Bool {
        (kind == .word || kind == .symbol) && self.text == text
    }

    /// Whether the token can be a name.
    var isName: Bool { kind == .word || kind == .quotedWord }
}
