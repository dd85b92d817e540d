// SPDX-License-Identifier: Apache-2.0
// Names of a model as names of Swift: which are possible, which need backticks, which have another meaning.

/// Checks and spells names.
enum SwiftName {
    /// Whether a text can be an identifier, with or without backticks.
    static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
            return false
        }
        return text != "_" && text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }

    /// An identifier as code declares and uses it; reserved words get backticks.
    static func spelled(_ name: String) -> String { reservedWords.contains(name) ? "`\(name)`" : name }

    /// A dotted name with each of its parts spelled.
    static func spelledPath(_ name: String) -> String {
        name.split(separator: ".").map { spelled(String($0)) }.joined(separator: ".")
    }

    /// The name with its first letter as a capital, as in `addToItems`.
    static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// A text as a literal.
    static func literal(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    /// Whether a text can stand in place of a type, judged by its characters and brackets.
    static func isType(_ text: String) -> Bool {
        var open: [Character] = []
        for character in text {
            switch character {
            case "<", "[", "(": open.append(character)
            case ">": guard open.popLast() == "<" else { return false }
            case "]": guard open.popLast() == "[" else { return false }
            case ")": guard open.popLast() == "(" else { return false }
            case _ where character.isLetter || character.isNumber || "_.?:,& ".contains(character): continue
            default: return false
            }
        }
        return open.isEmpty && text.first.map { $0.isLetter || "_[(".contains($0) } ?? false
    }

    /// Names that no property and no class can have, even in backticks.
    static let impossible: Set<String> = ["Type", "Protocol", "Self", "self", "Any"]

    private static let reservedWords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
        "inout", "internal", "let", "open", "operator", "precedencegroup", "private", "protocol", "public",
        "rethrows", "static", "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue",
        "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return",
        "switch", "throw", "where", "while", "as", "false", "is", "nil", "super", "throws", "true", "try",
        "Any", "Self", "self",
    ]
}
