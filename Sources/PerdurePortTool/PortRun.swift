// SPDX-License-Identifier: Apache-2.0
// Reads a program, prints what changes, and with --apply writes it.

import Foundation
import PerdureModelFormat
import PerdurePorting

/// One run of the program.
struct PortRun {
    private let folder: String?
    private let options: Set<String>

    init(_ words: [String]) {
        let options = words.prefix { $0 != "--" }
        self.options = Set(options)
        folder = words.count == options.count + 2 ? words.last : nil
    }

    /// Ports a folder and gives the exit code.
    func run() -> Int32 {
        let known: Set<String> = ["--apply", "--json", "--linux-only"]
        guard let folder, options.isSubset(of: known) else {
            complain("call it as 'perdure port DIR [--apply] [--json] [--linux-only]'")
            return 2
        }
        do { return try port(try ProgramFolder(folder)) } catch let problem as PortProblem {
            complain(problem.message)
            return 3
        } catch {
            complain("the report cannot be written: \(error)")
            return 4
        }
    }

    private func port(_ folder: ProgramFolder) throws -> Int32 {
        let style: PortStyle = options.contains("--linux-only") ? .linuxOnly : .both
        let program = PortedProgram(folder.sources, modelClasses: folder.modelClasses, style: style)
        let problems = folder.problems + program.problems
        let refused = options.contains("--apply") ? write(program, to: folder) : []
        let report = PortReport(program, problems: folder.problems + refused)
        for problem in problems + refused { complain(problem.message) }
        if options.contains("--json") {
            try print(report.json() + "\n")
        } else if options.contains("--apply") {
            try print(shown(report.text) + "\n")
        } else {
            let patch = PatchText.of(program.files)
            try print(isatty(STDOUT_FILENO) == 1 ? shown(patch) : patch)
            FileHandle.standardError.write(Data((shown(report.text) + "\n").utf8))
        }
        if !refused.isEmpty { return 4 }
        if !problems.isEmpty { return 3 }
        return program.left.isEmpty ? 0 : 1
    }

    private func write(_ program: PortedProgram, to folder: ProgramFolder) -> [PortProblem] {
        program.files.filter { $0.before != $0.after }.compactMap { file in
            do throws(PortProblem) {
                try folder.write(file)
                return nil
            } catch { return error }
        }
    }

    private func shown(_ text: String) -> String { TerminalText.escaped(text, keepsLineEnds: true) }

    private func complain(_ message: String) {
        FileHandle.standardError.write(Data("perdure port: \(TerminalText.escaped(message))\n".utf8))
    }

    private func print(_ text: String) throws {
        try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
