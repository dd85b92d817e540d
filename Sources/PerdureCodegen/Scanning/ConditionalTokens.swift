// SPDX-License-Identifier: Apache-2.0
// Takes the #if lines out of a file's tokens. Branches known to be inactive vanish; the tokens of other branches carry
// their condition. BuildCondition.swift evaluates the conditions.

/// Follows nested #if lines.
struct ConditionalTokens {
    /// One #if with its branches so far.
    private struct Level {
        /// The conditions of earlier branches, except those known to be false.
        var earlier: [String] = []
        /// Whether an earlier branch is known to be active.
        var isDecided = false
        var isActive = true
        /// The condition of the current branch; nil when the branch is known to be active.
        var condition: String?
    }

    private var levels: [Level] = []

    /// The tokens that may be compiled, with their conditions.
    static func active(_ tokens: [SourceToken]) -> [SourceToken] {
        var conditions = ConditionalTokens()
        var result: [SourceToken] = []
        for token in tokens {
            if token.kind == .directive {
                conditions.follow(token.text)
            } else if conditions.levels.allSatisfy(\.isActive) {
                var token = token
                token.condition = conditions.text
                result.append(token)
            }
        }
        return result
    }

    private var text: String? {
        let parts = levels.compactMap(\.condition)
        return parts.isEmpty ? nil : parts.joined(separator: " && ")
    }

    private mutating func follow(_ directive: String) {
        let words = directive.split(whereSeparator: \.isWhitespace)
        let condition = words.dropFirst().joined(separator: " ")
        switch words.first {
        case "#if":
            levels.append(Level())
            enter(condition)
        case "#elseif": enter(condition)
        case "#else": enter("true")
        default: _ = levels.popLast()
        }
    }

    private mutating func enter(_ condition: String) {
        guard var level = levels.popLast() else { return }
        let value = level.isDecided ? false : BuildCondition.value(of: condition)
        level.isActive = value != false
        var parts = level.earlier.map { "!(\($0))" }
        if value == nil {
            parts.append("(\(condition))")
            level.earlier.append(condition)
        }
        level.condition = parts.isEmpty ? nil : parts.joined(separator: " && ")
        level.isDecided = level.isDecided || value == true
        levels.append(level)
    }
}
