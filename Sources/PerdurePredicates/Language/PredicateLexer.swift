// SPDX-License-Identifier: Apache-2.0
// Cuts a format string into tokens, all at once, so that the parser may look ahead freely.
// Numbers and quoted text are in PredicateLexer+Literals.swift; PredicateParser.swift comes next.

import Foundation

/// Cuts a format string into tokens.
struct PredicateLexer {
    // Scalars and not characters: a quote stays a quote when a combining mark follows it.
    let scalars: [Unicode.Scalar]
    var position = 0

    init(_ format: String) { scalars = Array(format.unicodeScalars) }

    static func tokens(of format: String) throws -> [Token] {
        var lexer = PredicateLexer(format)
        var tokens: [Token] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    /// The scalar at the position, or at a distance after it.
    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        let index = position + distance
        return index < scalars.count ? scalars[index] : nil
    }

    func fault(_ message: String, at offset: Int) -> SyntaxFault {
        SyntaxFault(offset: offset, message: message)
    }

    private mutating func next() throws -> Token {
        while let scalar = peek(), Self.isSpace(scalar) { position += 1 }
        let start = position
        guard let scalar = peek() else { return Token(kind: .end, offset: start) }
        return Token(kind: try kind(startingWith: scalar), offset: start)
    }

    private mutating func kind(startingWith scalar: Unicode.Scalar) throws -> Token.Kind {
        switch scalar {
        case "\"", "'": return .string(try quotedText())
        case "0"..."9": return .number(try number())
        case "%": return .argument(try argumentForm())
        case "$", "@", "#": return try prefixedWord(scalar)
        case _ where Self.startsWord(scalar): return wordOrSelector()
        default: return .symbol(try symbol())
        }
    }

    /// Whether a scalar separates words; only scalars beyond ASCII need the tables of Unicode.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else { return scalar == " " || (9...13).contains(scalar.value) }
        return scalar.properties.isWhitespace
    }

    static func startsWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        default: scalar.value >= 0x80 && !isSpace(scalar)
        }
    }

    static func continuesWord(_ scalar: Unicode.Scalar) -> Bool {
        startsWord(scalar) || ("0"..."9").contains(scalar)
    }

    /// Whether a key can stand in a format string without an escape.
    static func isWord(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, startsWord(first) else { return false }
        return text.unicodeScalars.allSatisfy(continuesWord)
    }

    private mutating func word() -> String {
        let start = position
        while let scalar = peek(), Self.continuesWord(scalar) { position += 1 }
        return text(start..<position)
    }

    func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        for scalar in scalars[range] { view.append(scalar) }
        return String(view)
    }

    /// Words with a sign before them: `$name`, `@count`, `#end`.
    private mutating func prefixedWord(_ prefix: Unicode.Scalar) throws -> Token.Kind {
        let start = position
        position += 1
        if prefix == "#", let quote = peek(), quote == "\"" || quote == "'" {
            return .escapedWord(try quotedText())
        }
        let name = word()
        guard !name.isEmpty else { throw fault("a name must follow '\(prefix)'", at: start) }
        switch prefix {
        case "$": return .variable(name)
        case "#": return .escapedWord(name)
        default: return .word("@" + name)
        }
    }

    /// A selector is words with colons; `:=` behind a word is an assignment and no part of it.
    private mutating func wordOrSelector() -> Token.Kind {
        let start = position
        let first = word()
        if first.utf8.count == 3, let reserved = uniformTypeWord(from: start) { return .word(reserved) }
        var isSelector = false
        while peek() == ":", peek(1) != "=" {
            isSelector = true
            position += 1
            if let scalar = peek(), Self.startsWord(scalar) { _ = word() }
        }
        let text = text(start..<position)
        return isSelector ? .selector(text) : .word(text)
    }

    /// The two reserved words that contain hyphens.
    private mutating func uniformTypeWord(from start: Int) -> String? {
        for word in ["UTI-CONFORMS-TO", "UTI-EQUALS"] {
            let end = start + word.unicodeScalars.count
            guard end <= scalars.count, text(start..<end).uppercased() == word else { continue }
            position = end
            return word
        }
        return nil
    }

    private mutating func symbol() throws -> Token.Symbol {
        let end = min(position + 2, scalars.count)
        if let symbol = Token.Symbol(rawValue: text(position..<end)), end == position + 2 {
            position = end
            return symbol
        }
        guard let symbol = Token.Symbol(rawValue: text(position..<position + 1)) else {
            throw fault("unexpected character '\(scalars[position])'", at: position)
        }
        position += 1
        return symbol
    }
}
