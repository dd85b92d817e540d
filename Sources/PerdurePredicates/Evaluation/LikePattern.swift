// SPDX-License-Identifier: Apache-2.0
// LIKE: one pass over the text, which backtracks only to the last star, so that no pattern takes exponential time. A question
// mark stands for one Unicode scalar of the composed text, as in MATCHES.

import Foundation
import PerdureBase

/// A pattern of LIKE, ready for matching.
package struct LikePattern: Sendable {
    private enum Part: Sendable {
        case scalar(Unicode.Scalar)
        case one
        case many
    }

    private let parts: [Part]
    private let options: ComparisonOptions

    /// Prepares a pattern.
    init(_ pattern: String, options: ComparisonOptions) {
        var parts: [Part] = []
        var isEscaped = false
        for scalar in StringMatching.prepared(pattern, options).unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                parts.append(.scalar(scalar))
                isEscaped = false
            case "\\": isEscaped = true
            case "?": parts.append(.one)
            case "*": parts.append(.many)
            default: parts.append(.scalar(scalar))
            }
        }
        // A lone backslash at the end stands for itself.
        if isEscaped { parts.append(.scalar("\\")) }
        self.parts = parts
        self.options = options
    }

    /// Whether the whole text matches.
    func matches(_ text: String) -> Bool {
        let scalars = StringMatching.prepared(text, options).unicodeScalars
        var index = scalars.startIndex
        var part = 0
        var retry: (part: Int, index: String.Index)?
        while index < scalars.endIndex {
            if part < parts.count, case .many = parts[part] {
                part += 1
                retry = (part, index)
            } else if part < parts.count, accepts(parts[part], scalars[index]) {
                part += 1
                index = scalars.index(after: index)
            } else if let last = retry {
                part = last.part
                index = scalars.index(after: last.index)
                retry = (part, index)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { if case .many = $0 { true } else { false } }
    }

    private func accepts(_ part: Part, _ scalar: Unicode.Scalar) -> Bool {
        switch part {
        case .scalar(let expected): expected == scalar
        case .one: true
        case .many: false
        }
    }

    private static let cache = Lock<[PatternKey: LikePattern]>([:])

    /// The prepared pattern, from the cache if it is there.
    static func cached(_ pattern: String, options: ComparisonOptions) -> LikePattern {
        let key = PatternKey(pattern: pattern, options: options)
        if let known = cache.withLock({ $0[key] }) { return known }
        let prepared = LikePattern(pattern, options: options)
        cache.withLock { cache in
            if cache.count >= PatternKey.cacheLimit { cache.removeAll() }
            cache[key] = prepared
        }
        return prepared
    }
}

/// The cache key of a prepared pattern.
struct PatternKey: Hashable, Sendable {
    /// How many patterns are kept; then all are forgotten.
    static let cacheLimit = 64

    var pattern: String
    var options: ComparisonOptions

    /// Strings are equal in all spellings of a character, which a pattern may tell apart.
    static func == (left: PatternKey, right: PatternKey) -> Bool {
        left.options == right.options && left.pattern.utf8.elementsEqual(right.pattern.utf8)
    }
}
