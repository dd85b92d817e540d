// SPDX-License-Identifier: Apache-2.0
// Names and literals as the SQL standard writes them. Used by dialects, and by backends that write definitions.

/// Names in statements.
package enum SQLIdentifier {
    /// Returns plain names unchanged, and all other names in double quotes.
    package static func quoted(_ name: String) -> String {
        isPlain(name) ? name : "\"" + name.doubling("\"") + "\""
    }

    /// A text as a literal; only in definitions, which cannot have placeholders.
    package static func literal(_ text: String) -> String { "'" + text.doubling("'") + "'" }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
        return name.utf8.allSatisfy {
            (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0) || $0 == 95
        }
    }
}

/// A name as a quoted identifier.
package func quotedName(_ name: String) -> String {
    // Apple's names are plain identifiers; names of a file or of a model in another script may have any character.
    guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(name)\"" }
    return "\"" + name.doubling("\"") + "\""
}

extension String {
    /// The text with each of some marks twice; also one that a combining mark follows, which makes another character of it.
    fileprivate func doubling(_ mark: Unicode.Scalar) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            text.append(scalar)
            if scalar == mark { text.append(scalar) }
        }
        return String(text)
    }
}
