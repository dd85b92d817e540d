// SPDX-License-Identifier: Apache-2.0
// One file of the program as rules see it: its bytes, its lines and its tree.

import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// A source that was parsed without an error.
struct ParsedSource: Sendable {
    /// Relative to the folder of the program.
    let path: String
    let lines: SourceLines
    let tree: SourceFileSyntax

    /// Parses a file.
    ///
    /// - Throws: `PortProblem` for bytes that are no UTF-8, and for a mistake in the syntax.
    init(path: String, bytes: [UInt8]) throws(PortProblem) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PortProblem(path: path, line: nil, text: "is not UTF-8, and was left as it is; convert it")
        }
        self.path = path
        lines = SourceLines(bytes)
        tree = Parser.parse(source: text)
        guard tree.hasError else { return }
        let found = ParseDiagnosticsGenerator.diagnostics(for: tree)
        let first = found.first { $0.diagMessage.severity == .error }
        throw PortProblem(
            path: path, line: first.map { [lines] in lines.number(of: $0.position.utf8Offset) },
            text: "\(first?.message ?? "bad syntax"); the file was left as it is: mend it and port again")
    }

    func edit(_ range: Range<Int>, _ text: String) -> FileEdit {
        FileEdit(path: path, range: range, text: text)
    }

    /// A finding at a place of this file.
    func finding(_ kind: FindingKind, at offset: Int, _ replacement: String, _ edits: [FileEdit] = [])
        -> Finding
    {
        Finding(
            kind: kind, path: path, line: lines.number(of: offset), offset: offset,
            code: lines.trimmed(offset),
            replacement: replacement, edits: edits)
    }
}

/// A file that could not be ported; the others were.
public struct PortProblem: Error, Sendable {
    /// The file, relative to the folder of the program.
    public let path: String
    /// The line, if the problem is at one.
    public let line: Int?
    /// What is wrong, and what to do.
    public let text: String

    /// The problem as one line.
    public var message: String { path + (line.map { ":\($0)" } ?? "") + ": " + text }
}
