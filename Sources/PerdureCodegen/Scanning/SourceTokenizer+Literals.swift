// SPDX-License-Identifier: Apache-2.0
// Reads string and regex literals: raw, multiline, interpolated. Part of SourceTokenizer.swift.

extension SourceTokenizer {
    private static let quote = UInt8(ascii: "\"")
    private static let slash = UInt8(ascii: "/")
    private static let pound = UInt8(ascii: "#")
    private static let backslash = UInt8(ascii: "\\")
    private static let newline = UInt8(ascii: "\n")

    /// How many interpolations may stand inside each other; the lexer reads deeper ones as plain text.
    private static let interpolationLimit = 64

    /// Reads a literal if one starts here.
    mutating func readLiteral(regexMayStart: Bool) -> Bool {
        var pounds = 0
        while peek(pounds) == Self.pound { pounds += 1 }
        if peek(pounds) == Self.quote {
            position += pounds
            readString(pounds: pounds)
            return true
        }
        guard peek(pounds) == Self.slash, pounds > 0 || regexMayStart else { return false }
        return readRegex(pounds: pounds)
    }

    private mutating func readString(pounds: Int) {
        let isMultiline = peek(1) == Self.quote && peek(2) == Self.quote
        let quotes = isMultiline ? 3 : 1
        position += quotes
        while let byte = peek(0) {
            if byte == Self.quote, has(Self.quote, quotes, at: 0), has(Self.pound, pounds, at: quotes) {
                position += quotes + pounds
                return
            }
            if byte == Self.newline {
                guard isMultiline else { return }
                line += 1
            }
            if byte == Self.backslash, has(Self.pound, pounds, at: 1) {
                readEscape(pounds: pounds)
            } else {
                position += 1
            }
        }
    }

    private mutating func readEscape(pounds: Int) {
        position += 1 + pounds
        guard let byte = peek(0) else { return }
        // The caller's loop counts a line break after a backslash.
        if byte != Self.newline { position += 1 }
        guard byte == UInt8(ascii: "("), interpolations < Self.interpolationLimit else { return }
        interpolations += 1
        var depth = 1
        while depth > 0, let token = next() {
            if token.says("(") { depth += 1 }
            if token.says(")") { depth -= 1 }
        }
        interpolations -= 1
    }

    private func has(_ byte: UInt8, _ count: Int, at distance: Int) -> Bool {
        (0..<count).allSatisfy { peek(distance + $0) == byte }
    }

    /// Reads a regex literal; a literal without pounds ends on its line and does not start with a space.
    private mutating func readRegex(pounds: Int) -> Bool {
        let start = position
        let startLine = line
        position += pounds + 1
        if pounds == 0, let byte = peek(0), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "=") {
            return giveUp(start, startLine)
        }
        while let byte = peek(0) {
            if byte == Self.newline {
                if pounds == 0 { break }
                line += 1
            }
            if byte == Self.backslash {
                position += 1
            } else if byte == Self.slash, has(Self.pound, pounds, at: 1) {
                position += 1 + pounds
                return true
            }
            position += 1
        }
        return giveUp(start, startLine)
    }

    private mutating func giveUp(_ start: Int, _ startLine: Int) -> Bool {
        position = start
        line = startLine
        return false
    }
}
