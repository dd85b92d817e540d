// SPDX-License-Identifier: Apache-2.0
// Cuts the text of a trigger into words where SQLite cuts it. SQLite looks at bytes, so this looks at scalars: what
// Unicode takes for one sign (CR LF, a quote with an accent) may be two here. Used by TriggerText.swift.

/// The words of one text.
struct TriggerWords {
    private var words: [String] = []
    private var rest: Substring.UnicodeScalarView

    /// The words: names, numbers, quoted texts (in their quotes; names of tables and columns without them) and single
    /// signs; comments are left out.
    ///
    /// - Returns: nil for a text with signs that no trigger of Apple's has and that SQLite reads in ways of its own.
    static func cut(_ text: String) -> [String]? {
        var cutter = TriggerWords(rest: text.unicodeScalars[...])
        while let first = cutter.rest.first {
            guard cutter.take(first) else { return nil }
        }
        return cutter.words
    }

    private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

    /// Takes what begins with a scalar.
    private mutating func take(_ first: Unicode.Scalar) -> Bool {
        if Self.isUnreadable(first) { return false }
        if Self.isSpace(first) {
            rest.removeFirst()
        } else if rest.starts(with: "--".unicodeScalars) {
            rest = rest.drop { $0 != "\n" }
        } else if rest.starts(with: "/*".unicodeScalars) {
            skipComment()
        } else if let end = Self.closingQuote(of: first) {
            words.append(takeQuoted(until: end))
        } else {
            takeWord()
        }
        return true
    }

    private mutating func takeWord() {
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

    private mutating func takeQuoted(until end: Unicode.Scalar) -> String {
        let start = rest.removeFirst()
        var content = String.UnicodeScalarView()
        while let next = rest.popFirst() {
            if next == end {
                // A doubled quote stands for itself; brackets know no such thing.
                guard end != "]", rest.first == end else { break }
                rest.removeFirst()
            }
            content.append(next)
        }
        // All but the names that matter keep their quotes, so that none is taken for a keyword or a sign.
        return start != "'" && content.first == "Z" ? String(content) : "\(start)\(content)\(end)"
    }

    // MARK: Signs

    /// The end of the text for SQLite, the beginnings of parameters, and a mark that is a space at some places only.
    private static func isUnreadable(_ sign: Unicode.Scalar) -> Bool {
        ["\0", "$", "?", ":", "@", "#", "\u{FEFF}"].contains(sign)
    }

    private static func isSpace(_ sign: Unicode.Scalar) -> Bool {
        [" ", "\t", "\n", "\u{B}", "\u{C}", "\r"].contains(sign)
    }

    /// Letters and digits of ASCII, and everything beyond it.
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
