// SPDX-License-Identifier: Apache-2.0
// Swift source text, line by line with its indentation. Every writer of sources uses this file.

/// Collects lines of Swift.
package struct SwiftText: Sendable {
    private var lines: [String] = []
    private var depth = 0

    package init() {}

    /// The text, with a line break at its end.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    package var isEmpty: Bool { lines.isEmpty }

    /// Adds the lines of another text.
    package mutating func append(_ text: SwiftText) { for line in text.lines { self.line(line) } }

    /// Adds a line; an empty one stays empty.
    package mutating func line(_ text: String = "") {
        lines.append(text.isEmpty ? "" : String(repeating: "    ", count: depth) + text)
    }

    /// Adds a block in braces after its opening text.
    package mutating func block(_ opening: String, _ body: (inout SwiftText) -> Void) {
        enclosed(opening + " {", "}", body)
    }

    /// Adds lines between an opening and a closing text, with one more step of indentation.
    mutating func enclosed(
        _ opening: String, _ closing: String, _ body: (inout SwiftText) -> Void
    ) {
        line(opening)
        depth += 1
        body(&self)
        depth -= 1
        line(closing)
    }

    /// Adds an empty line, except at the start of a block and after another empty line.
    package mutating func gap() {
        guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
        line()
    }
}
