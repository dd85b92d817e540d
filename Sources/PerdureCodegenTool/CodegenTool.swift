// SPDX-License-Identifier: Apache-2.0
// Runs the tool, from its arguments to an exit code. The work is in TargetCompilation.swift, the arguments in
// ToolArguments.swift, the form of messages in ProblemText.swift.

import Foundation
import PerdureCodegen
import PerdureModelFormat

/// Compiles the models of one target and writes the code of its classes.
enum CodegenTool {
    /// Runs the tool and returns its exit code: 0 done, 1 a problem in a model or a source, 2 wrong arguments.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            try TargetCompilation(try ToolArguments(arguments)).run()
            return 0
        } catch let problems as ModelProblems {
            for problem in problems.problems { say(ProblemText.text(of: problem)) }
            return 1
        } catch let problems as SourceProblems {
            for problem in problems.problems { say("\(problem)") }
            return 1
        } catch let error as ModelFormatError {
            say(ProblemText.text(of: error))
            return 1
        } catch let error as UsageError {
            say("error: \(error.reason)")
            write(ToolArguments.usage)
            return 2
        } catch {
            say("error: \(error.localizedDescription)")
            return 1
        }
    }

    /// Prints one line, and escapes unsafe characters in names from a model or a source.
    static func say(_ text: String) { write(TerminalText.escaped(text)) }

    private static func write(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
