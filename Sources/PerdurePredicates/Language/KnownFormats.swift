// SPDX-License-Identifier: Apache-2.0
// The words of the format strings that programs write again and again: cutting a format takes four times as long as
// reading its words. PredicateParser.swift takes them from here, with the arguments of the moment.

/// Keeps the words of format strings, for all threads.
enum KnownFormats {
    /// The longest format that is kept, in bytes.
    ///
    /// Longer ones have their constants in them, and are not written twice.
    static let longest = 500
    /// How many formats are kept.
    static let capacity = 200

    private static let known = Lock(BoundedCache<String, [Token]>(capacity: capacity))

    /// The words of a format.
    ///
    /// Kept for ASCII only: other texts may be equal and yet of different scalars, which literals must keep.
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
