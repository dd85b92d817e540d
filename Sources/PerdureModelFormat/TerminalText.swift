// SPDX-License-Identifier: Apache-2.0
// Makes text from files safe for a terminal and for a log. Every tool prints through this file.

/// Makes untrusted text, such as names in a model, safe to show.
package enum TerminalText {
    /// Whether a terminal obeys a scalar, or shows the text after the scalar in another order.
    ///
    /// These are the controls C0 and C1, and the controls and marks of bidirectional text.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The text with controls as escapes, such as `\n` and `\u{202e}`.
    ///
    /// - Parameters:
    ///   - text: any text.
    ///   - keepsLineEnds: whether the line ends are the tool's own, and stay.
    /// - Returns: the text without controls.
    package static func escaped(_ text: String, keepsLineEnds: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isControl(scalar), !(keepsLineEnds && scalar == "\n") {
                result.append(contentsOf: escape(scalar).unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        default: "\\u{" + String(scalar.value, radix: 16) + "}"
        }
    }
}
