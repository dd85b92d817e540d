// SPDX-License-Identifier: Apache-2.0
// The findings as text for people, by kind, and as JSON for programs.

import Foundation

/// Reports of a ported program.
public struct PortReport {
    private let program: PortedProgram
    private let problems: [PortProblem]

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - program: the ported program.
    ///   - problems: what could not be read, beside the problems of the program itself.
    public init(_ program: PortedProgram, problems: [PortProblem]) {
        self.program = program
        self.problems = problems + program.problems
    }

    /// The places by kind, each with its line and its replacement, and the counts.
    public var text: String {
        var lines: [String] = []
        for kind in FindingKind.allCases {
            let found = program.findings.filter { $0.kind == kind }
            guard !found.isEmpty else { continue }
            lines.append("\(kind.title): \(found.count) (\(found.count { !$0.isMechanical }) by hand)")
            lines.append("  " + kind.reason)
            for finding in found {
                let mark = finding.isMechanical ? " " : "!"
                lines.append(" \(mark) \(finding.path):\(finding.line): \(finding.code)")
                lines.append("      write: \(finding.replacement)")
            }
            lines.append("")
        }
        return (lines + [summary]).joined(separator: "\n")
    }

    /// The counts in one line.
    public var summary: String {
        let lineCount = program.lineCount
        let rate = lineCount == 0 ? 0 : Double(program.left.count) * 1000 / Double(lineCount)
        return
            "\(program.files.count) files, \(lineCount) lines: \(program.findings.count) places to change, "
            + "\(program.left.count) of them by hand (\(String(format: "%.1f", rate)) in 1,000 lines)"
    }

    /// The same as JSON, with the problems.
    ///
    /// - Throws: what the encoder throws.
    /// - Returns: the text.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let contents = Contents(
            files: program.files.count, lines: program.lineCount, findings: program.findings.map(Place.init),
            left: program.left.map(Place.init), problems: problems.map(\.message),
            changed: program.files.filter { $0.before != $0.after }.map(\.path))
        return String(decoding: try encoder.encode(contents), as: UTF8.self)
    }

    private struct Contents: Encodable {
        /// The version of the form, which the documents of all commands have under this name.
        let format = 1
        let files: Int
        let lines: Int
        let findings: [Place]
        let left: [Place]
        let problems: [String]
        let changed: [String]
    }

    private struct Place: Encodable {
        let kind: String
        let path: String
        let line: Int
        let code: String
        let replacement: String
        let mechanical: Bool

        init(_ finding: Finding) {
            (kind, path, line) = (finding.kind.rawValue, finding.path, finding.line)
            (code, replacement) = (finding.code, finding.replacement)
            mechanical = finding.isMechanical
        }
    }
}
