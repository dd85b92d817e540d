// SPDX-License-Identifier: Apache-2.0
// Caches the tokens of format strings: lexing a format takes four times as long as parsing its tokens. PredicateParser.swift
// takes the tokens from here, and the arguments from each call.

/// Keeps the tokens of format strings, for all threads.

import PerdureBase

enum FormatTokenCache {
    /// The longest format that is kept, in bytes.
    ///
    /// Longer formats mostly contain their constants, and do not come twice.
    static let longest = 500
    /// How many formats are kept.
    static let capacity = 200

    private static let known = Lock(BoundedCache<String, [Token]>(capacity: capacity))

    /// The tokens of a format.
    ///
    /// Only ASCII formats are kept: other formats may be equal though their scalars differ, and literals must keep their
    /// scalars.
    ///
    /// - Throws: `SyntaxFault`, as the lexer does.
    static func tokens(of format: String) throws -> [Token] {
        guard format.utf8.count <= longest, format.utf8.allSatisfy({ $0 < 128 }) else {
            return try PredicateLexer.tokens(of: format)
        }
        if let tokens = known.withLock({ $0.value(for: format) }) { return tokens }
        let tokens = try PredicateLexer.tokens(of: format)
        known.withLock { $0.insert(tokens, for: format) }
        return tokens
    }

    /// How many formats are kept now.
    static var count: Int { known.withLock { $0.count } }
}
