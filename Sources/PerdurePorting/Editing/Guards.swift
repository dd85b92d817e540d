// SPDX-License-Identifier: Apache-2.0
// Writes `#if` around code that only Apple's systems compile, in lines of their own.

import SwiftSyntax

/// Edits that leave code to Apple's systems.
struct Guards {
    let source: ParsedSource
    static let runtime = "canImport(ObjectiveC)"
    /// A longer statement does not stand twice: its copy would have to be kept in step.
    private static let longestCopy = 8

    private var lines: SourceLines { source.lines }

    /// An attribute that stays for Apple's systems, in lines of its own.
    func attribute(_ range: Range<Int>) -> FileEdit {
        let (end, indent) = (lines.lineEnd, lines.indent(of: range.lowerBound))
        var text = lines.begins(range.lowerBound) ? "" : end + indent
        text += "#if \(Self.runtime)\(end)\(indent)\(lines.text(range))\(end)\(indent)#endif"
        let isLast = lines.ends(range.upperBound)
        if !isLast { text += end + indent }
        let upper = isLast ? range.upperBound : lines.skipSpace(range.upperBound)
        return source.edit(range.lowerBound..<upper, text)
    }

    /// Removes an attribute, with its line where nothing else stands on it.
    func removal(_ range: Range<Int>) -> FileEdit {
        if lines.begins(range.lowerBound), lines.ends(range.upperBound) {
            return source.edit(lines.start(of: range.lowerBound)..<lines.next(after: range.upperBound), "")
        }
        return source.edit(range.lowerBound..<lines.skipSpace(range.upperBound), "")
    }

    /// The smallest statement or member around a node that has its lines for itself; nil where it is long.
    func statement(around node: some SyntaxProtocol) -> Range<Int>? {
        var current: Syntax? = Syntax(node)
        while let here = current {
            if here.is(CodeBlockItemSyntax.self) || here.is(MemberBlockItemSyntax.self) {
                let range = here.codeRange
                if lines.begins(range.lowerBound), lines.ends(range.upperBound) {
                    let count = lines.number(of: range.upperBound) - lines.number(of: range.lowerBound)
                    return count < Self.longestCopy ? range : nil
                }
            }
            current = here.parent
        }
        return nil
    }

    /// A statement twice: as it is for Apple's systems, changed for others.
    func alternative(_ range: Range<Int>, _ changed: String) -> FileEdit {
        let (end, indent) = (lines.lineEnd, lines.indent(of: range.lowerBound))
        let parts = ["#if \(Self.runtime)", lines.text(range), "#else", changed, "#endif"]
        return source.edit(range, parts.joined(separator: end + indent))
    }

    /// Whole lines that need a framework, between a directive in front of them and one behind.
    func lines(_ range: Range<Int>, condition: String) -> FileEdit {
        let (end, upper) = (lines.lineEnd, lines.end(of: range.upperBound))
        let text = lines.text(range.lowerBound..<upper)
        return source.edit(range.lowerBound..<upper, "#if \(condition)\(end)\(text)\(end)#endif")
    }

    /// The start of the first line of a declaration, with the comments right above it.
    func firstLine(of node: some SyntaxProtocol) -> Int {
        var start = lines.start(of: node.codeRange.lowerBound)
        while start > 0 {
            let above = lines.start(of: start - 1)
            guard above >= node.position.utf8Offset, lines.trimmed(above).hasPrefix("//") else { break }
            start = above
        }
        return start
    }
}

extension SyntaxProtocol {
    /// The bytes of the code without the space and the comments around it.
    var codeRange: Range<Int> {
        positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
    }
}
