// SPDX-License-Identifier: Apache-2.0
// The lexer for the text of a trigger: it splits words where SQLite does. SQLite reads bytes, so the lexer reads scalars: one
// Unicode character (CR LF, a quote with an accent) may be two words here. Used by TriggerText.swift.

/// The words of one text.
struct TriggerWords {
    private var words: [String] = []
    private var rest: Substring.UnicodeScalarView

    /// Splits a text into names, numbers, quoted texts and single signs; comments are left out.
    ///
    /// Quoted names of tables and columns lose their quotes, other quoted texts keep them.
    ///
    /// - Returns: The words; nil for a text with signs that no trigger of Apple's has and that SQLite reads in a special way.
    static func cut(_ text: String) -> [String]? {
        var cutter = TriggerWords(rest: text.unicodeScalars[...])
        while let first = cutter.rest.first {
            guard cutter.consume(first) else { return nil }
        }
        return cutter.words
    }

    private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

    /// Takes the word or space that begins with a scalar.
    private mutating func consume(_ first: Unicode.Scalar) -> Bool {
        if Self.isUnreadable(first) { return false }
        if Self.isSpace(first) {
            rest.removeFirst()
        } else if rest.starts(with: "--".unicodeScalars) {
            rest = rest.drop { $0 != "\n" }
        } else if rest.starts(with: "/*".unicodeScalars) {
            skipComment()
        } else if let end = Self.closingQuote(of: first) {
            words.append(consumeQuoted(until: end))
        } else {
            consumeWord()
        }
        return true
    }

    private mutating func consumeWord() {
        var word = rest.prefix(while: Self.isWordSign)
        if word.isEmpty { word = rest.prefix(1) }
        words.append(String(word))
        rest = rest[word.endIndex...]
    }

    private mutating func skipComment() {
        rest = rest.dropFirst(2)
        while !rest.isEmpty && !rest.starts(with: "*/".unicodeScalars) { rest.removeFirst() }
        rest = rest.dropFirst(2)
    }

    private mutating func consumeQuoted(until end: Unicode.Scalar) -> String {
        let start = rest.removeFirst()
        var content = String.UnicodeScalarView()
        while let next = rest.popFirst() {
            if next == end {
                // A doubled quote stands for one quote, except in brackets.
                guard end != "]", rest.first == end else { break }
                rest.removeFirst()
            }
            content.append(next)
        }
        // Only names of tables and columns lose their quotes, so no other text is taken for a keyword or a sign.
        return start != "'" && content.first == "Z" ? String(content) : "\(start)\(content)\(end)"
    }

    // MARK: Signs

    /// The signs that end a text for SQLite, begin a parameter, or count as a space in some places only.
    private static func isUnreadable(_ sign: Unicode.Scalar) -> Bool {
        ["\0", "$", "?", ":", "@", "#", "\u{FEFF}"].contains(sign)
    }

    private static func isSpace(_ sign: Unicode.Scalar) -> Bool {
        [" ", "\t", "\n", "\u{B}", "\u{C}", "\r"].contains(sign)
    }

    /// Whether a sign is a letter or digit of ASCII, or not ASCII at all.
    private static func isWordSign(_ sign: Unicode.Scalar) -> Bool {
        switch sign {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: !sign.isASCII
        }
    }

    private static func closingQuote(of sign: Unicode.Scalar) -> Unicode.Scalar? {
        switch sign {
        case "'", "\"", "`": sign
        case "[": "]"
        default: nil
        }
    }
}
