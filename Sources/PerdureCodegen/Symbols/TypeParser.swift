// SPDX-License-Identifier: Apache-2.0
// Parses text into the syntax trees of TypeSyntax.swift. DeclarationReader.swift supplies the text with paired brackets.

/// Parses a type.
struct TypeParser {
    private let tokens: [SourceToken]
    private var position = 0
    private var depth = 0

    /// The deepest nesting of a type that the parser accepts.
    private static let depthLimit = 64

    private init(_ text: String) { tokens = SourceTokenizer.tokens(of: text) }

    /// Parses a whole text as a type.
    static func parse(_ text: String) -> TypeSyntax {
        var parser = TypeParser(text)
        let type = parser.type()
        return parser.position == parser.tokens.count ? type : .unsupported(text)
    }

    private mutating func type() -> TypeSyntax {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { return .unsupported("a type of such depth") }
        while says("@") { position += 2 }
        if consumeWord("any") { return .existential(suffixed(primary())) }
        let result = suffixed(primary())
        if says("->") || says("&") { return .unsupported(tokens.map(\.text).joined(separator: " ")) }
        return result
    }

    private mutating func primary() -> TypeSyntax {
        if consume("[") { return collection() }
        if consume("(") { return tuple() }
        return named()
    }

    private mutating func collection() -> TypeSyntax {
        let first = type()
        guard consume(":") else {
            _ = consume("]")
            return .array(first)
        }
        let value = type()
        _ = consume("]")
        return .dictionary(first, value)
    }

    private mutating func tuple() -> TypeSyntax {
        var elements: [TypeSyntax.Element] = []
        while position < tokens.count, !consume(")") {
            var label: String?
            if tokens[position].isName, position + 1 < tokens.count, tokens[position + 1].says(":") {
                label = tokens[position].text
                position += 2
            }
            let start = position
            elements.append(.init(label: label == "_" ? nil : label, type: type()))
            _ = consume(",")
            if position == start { return .unsupported("(") }
        }
        // Parentheses around one type mean nothing.
        return elements.count == 1 ? elements[0].type : .tuple(elements)
    }

    private mutating func named() -> TypeSyntax {
        var parts: [TypeSyntax.Part] = []
        repeat {
            guard position < tokens.count, tokens[position].isName else {
                return .unsupported(tokens.map(\.text).joined())
            }
            let name = tokens[position]
            position += 1
            if name.says("Type"), !parts.isEmpty { return .metatype(.named(parts)) }
            parts.append(TypeSyntax.Part(name: name.text, arguments: arguments()))
        } while consume(".") || consumeModuleSelector()
        return .named(parts)
    }

    private mutating func arguments() -> [TypeSyntax] {
        guard consume("<") else { return [] }
        var result: [TypeSyntax] = []
        while position < tokens.count, !consume(">") {
            let start = position
            result.append(type())
            _ = consume(",")
            if position == start { return result }
        }
        return result
    }

    private mutating func suffixed(_ type: TypeSyntax) -> TypeSyntax {
        var result = type
        while consume("?") || consume("!") { result = .optional(result) }
        return result
    }

    private mutating func consumeModuleSelector() -> Bool {
        guard says(":"), position + 1 < tokens.count, tokens[position + 1].says(":") else { return false }
        position += 2
        return true
    }

    private func says(_ text: String) -> Bool { position < tokens.count && tokens[position].says(text) }

    private mutating func consume(_ text: String) -> Bool {
        guard says(text) else { return false }
        position += 1
        return true
    }

    private mutating func consumeWord(_ text: String) -> Bool { consume(text) }
}
