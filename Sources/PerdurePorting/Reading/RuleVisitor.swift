// SPDX-License-Identifier: Apache-2.0
// What all rules share: the file, the program around it, and the list of what was found.

import SwiftSyntax

/// A rule about one kind of code: a visitor that gathers findings.
class RuleVisitor: ActiveVisitor {
    let source: ParsedSource
    let program: ProgramFacts
    let style: PortStyle
    private(set) var findings: [Finding] = []

    required init(_ source: ParsedSource, _ program: ProgramFacts, _ style: PortStyle) {
        self.source = source
        self.program = program
        self.style = style
        super.init()
    }

    var guards: Guards { Guards(source: source) }

    /// Adds a finding at a node.
    func report(
        _ kind: FindingKind, at node: some SyntaxProtocol, _ replacement: String, _ edits: [FileEdit] = []
    ) {
        findings.append(source.finding(kind, at: node.codeRange.lowerBound, replacement, edits))
    }

    /// An edit that changes a part of a statement: in place for Linux only, otherwise in a copy beside Apple's.
    ///
    /// - Returns: the edit, or nothing where the statement is too long to stand twice.
    func change(_ range: Range<Int>, in node: some SyntaxProtocol, to text: String) -> [FileEdit] {
        if style == .linuxOnly { return [source.edit(range, text)] }
        guard let statement = guards.statement(around: node) else { return [] }
        let before = source.lines.text(statement.lowerBound..<range.lowerBound)
        let after = source.lines.text(range.upperBound..<statement.upperBound)
        return [guards.alternative(statement, before + text + after)]
    }
}
