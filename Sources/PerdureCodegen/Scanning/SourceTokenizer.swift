// SPDX-License-Identifier: Apache-2.0
// The lexer: splits a Swift source file into tokens. Comments vanish; each literal becomes one token
// (SourceTokenizer+Literals.swift). The lexer never fails: unknown text becomes symbols.

/// Reads tokens one after the other.
struct SourceTokenizer {
    let bytes: [UInt8]
    var position = 0
    var line: Int
    /// How many interpolations enclose the position; this number limits the recursion.
    var interpolations = 0
    /// The last token that is no directive; a slash after an operand is a division.
    private var previous: SourceToken?

    init(_ text: String, line: Int = 1) {
        bytes = Array(text.utf8)
        self.line = line
    }

    /// All tokens of a text.
    static func tokens(of text: String, line: Int = 1) -> [SourceToken] {
        var tokenizer = SourceTokenizer(text, line: line)
        var tokens: [SourceToken] = []
        while let token = tokenizer.next() { tokens.append(token) }
        return tokens
    }

    /// The next token; nil at the end.
    mutating func next() -> SourceToken? {
        let isFirst = position == 0
        let startLine = line
        let start = position
        skipSpace()
        guard position < bytes.count else { return nil }
        var token = SourceToken(
            kind: .symbol, text: "", line: line, startsLine: isFirst || line > startLine,
            followsSpace: position > start)
        let first = position
        token.kind = readToken(startsLine: token.startsLine)
        token.text = text(from: first)
        if token.kind == .quotedWord { token.text = String(token.text.dropFirst().dropLast()) }
        previous = token
        return token
    }

    private mutating func readToken(startsLine: Bool) -> SourceToken.Kind {
        let byte = bytes[position]
        if byte == UInt8(ascii: "`") { return readQuotedWord() }
        if Self.startsWord(byte) {
            skip(while: Self.continuesWord)
            return .word
        }
        if Self.isDigit(byte) {
            skipNumber()
            return .number
        }
        if byte == UInt8(ascii: "#"), startsLine, readDirective() { return .directive }
        if readLiteral(regexMayStart: regexMayStart) { return .literal }
        position += byte == UInt8(ascii: "-") && peek(1) == UInt8(ascii: ">") ? 2 : 1
        return .symbol
    }

    /// A slash starts a regex literal only where an operand is expected.
    private var regexMayStart: Bool {
        guard let previous else { return true }
        switch previous.kind {
        case .word: return ["return", "in", "case", "if", "where", "try", "await"].contains(previous.text)
        case .quotedWord, .number, .literal: return false
        case .directive: return true
        case .symbol: return ![")", "]", "}", "?", "!"].contains(previous.text)
        }
    }

    private mutating func readQuotedWord() -> SourceToken.Kind {
        position += 1
        skip { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") }
        guard peek(0) == UInt8(ascii: "`") else { return .symbol }
        position += 1
        return .quotedWord
    }

    private mutating func readDirective() -> Bool {
        let start = position
        position += 1
        skip(while: Self.continuesWord)
        guard ["#if", "#elseif", "#else", "#endif"].contains(text(from: start)) else {
            position = start
            return false
        }
        // The condition ends at the end of the line or at a comment.
        while let byte = peek(0), byte != UInt8(ascii: "\n") {
            if byte == UInt8(ascii: "/"), peek(1) == byte || peek(1) == UInt8(ascii: "*") { break }
            position += 1
        }
        return true
    }

    private mutating func skipNumber() {
        skip(while: Self.continuesWord)
        // 1.5, but neither 1...5 nor 1.description
        if peek(0) == UInt8(ascii: "."), let digit = peek(1), Self.isDigit(digit) {
            position += 1
            skip(while: Self.continuesWord)
        }
    }

    /// Skips space and comments, which may be nested.
    mutating func skipSpace() {
        while let byte = peek(0) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                position += 1
            } else if byte <= 0x20 {
                position += 1
            } else if byte == UInt8(ascii: "/"), peek(1) == byte {
                skip { $0 != UInt8(ascii: "\n") }
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                skipBlockComment()
            } else {
                return
            }
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        while let byte = peek(0) {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                position += 1
            } else if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                position += 1
            }
            position += 1
            if depth == 0 { return }
        }
    }

    func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    mutating func skip(while condition: (UInt8) -> Bool) {
        while position < bytes.count, condition(bytes[position]) { position += 1 }
    }

    func text(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func startsWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    private static func continuesWord(_ byte: UInt8) -> Bool { startsWord(byte) || isDigit(byte) }
}
