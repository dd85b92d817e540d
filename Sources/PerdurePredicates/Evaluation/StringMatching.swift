// SPDX-License-Identifier: Apache-2.0
// How strings are compared under the options c, d, n and l. Stores register these functions, so that a
// fetch and an evaluation in memory give the same answers. LIKE is in LikePattern.swift, MATCHES in
// RegularExpressionMatching.swift.

import Foundation

/// String comparisons of the predicate language.
///
/// Without options, canonically equivalent strings are equal. Other strings are ordered by their Unicode scalars, which is the
/// order of their UTF-8 bytes and so the order of an index. `[c]` and `[d]` fold both sides. `[n]` compares the bytes as given
/// and silences c and d. `[l]` folds and orders by the current locale.
package enum StringMatching {
    /// Whether two strings are the same under the options.
    package static func equal(_ left: String, _ right: String, options: ComparisonOptions) -> Bool {
        if options.isEmpty { return left == right }
        if options.contains(.normalized) { return left.utf8.elementsEqual(right.utf8) }
        return folded(left, options) == folded(right, options)
    }

    /// The order of two strings under the options.
    package static func compare(
        _ left: String, _ right: String, options: ComparisonOptions
    ) -> ComparisonResult {
        if options.contains(.normalized) { return order(bytesOf: left, right) }
        if options.isEmpty { return left == right ? .orderedSame : order(bytesOf: left, right) }
        let left = folded(left, options)
        let right = folded(right, options)
        if options.contains(.localeSensitive) {
            return left.compare(right, options: [], range: nil, locale: .current)
        }
        return left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
    }

    /// The order of the UTF-8 bytes, as in databases.
    static func order(bytesOf left: String, _ right: String) -> ComparisonResult {
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                // An empty string may have no address.
                if let first = left.baseAddress, let second = right.baseAddress {
                    let order = memcmp(first, second, min(left.count, right.count))
                    if order != 0 { return order < 0 ? .orderedAscending : .orderedDescending }
                }
                return ComparisonRules.result(left.count, right.count)
            }
        }
    }

    /// Whether a text holds another; every text holds the empty one.
    package static func contains(_ text: String, _ part: String, options: ComparisonOptions) -> Bool {
        var text = prepared(text, options)
        var part = prepared(part, options)
        return text.withUTF8 { text in part.withUTF8 { ByteSearch.contains(text, $0) } }
    }

    /// Whether a text starts with another.
    package static func beginsWith(_ text: String, _ prefix: String, options: ComparisonOptions) -> Bool {
        prepared(text, options).utf8.starts(with: prepared(prefix, options).utf8)
    }

    /// Whether a text ends with another.
    package static func endsWith(_ text: String, _ suffix: String, options: ComparisonOptions) -> Bool {
        let text = prepared(text, options).utf8
        let suffix = prepared(suffix, options).utf8
        return text.count >= suffix.count && text.suffix(suffix.count).elementsEqual(suffix)
    }

    /// Whether a whole text matches a pattern with `?` and `*`; a backslash escapes them.
    package static func like(_ text: String, _ pattern: String, options: ComparisonOptions) -> Bool {
        LikePattern.cached(pattern, options: options).matches(text)
    }

    /// Whether a whole text matches a regular expression.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - pattern: An ICU regular expression.
    ///   - options: Case folding by the engine, diacritics by folding both sides.
    /// - Returns: Whether it matches from the first to the last character.
    /// - Throws: CoreDataException for an invalid pattern, or for one that takes too long on this text.
    package static func matches(
        _ text: String, _ pattern: String, options: ComparisonOptions
    ) throws -> Bool {
        try RegularExpressionMatching.matches(text, pattern, options: options)
    }
}

// MARK: - Folding

extension StringMatching {
    /// The string in the form in which the options compare it.
    static func folded(_ string: String, _ options: ComparisonOptions) -> String {
        guard !options.contains(.normalized),
            !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
        else { return string }
        if !options.contains(.localeSensitive), isASCII(string) {
            return options.contains(.caseInsensitive) ? string.lowercased() : string
        }
        var folding: String.CompareOptions = []
        if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
        return string.folding(options: folding, locale: options.contains(.localeSensitive) ? .current : nil)
    }

    /// The folded string in composed form: bytes can be compared then.
    package static func prepared(_ string: String, _ options: ComparisonOptions) -> String {
        let folded = folded(string, options)
        if options.contains(.normalized) || isASCII(folded) { return folded }
        return folded.precomposedStringWithCanonicalMapping
    }

    private static func isASCII(_ string: String) -> Bool { string.utf8.allSatisfy { $0 < 0x80 } }

    /// The form that `canonical:` and normalized search attributes have: no case, no diacritics.
    package static func canonical(_ string: String) -> String {
        folded(string, [.caseInsensitive, .diacriticInsensitive])
    }
}
