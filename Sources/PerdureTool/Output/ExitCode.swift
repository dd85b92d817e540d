// SPDX-License-Identifier: Apache-2.0
// What the process tells its caller when it ends.

/// The exit codes of the tool.
enum ExitCode: Int32, CaseIterable {
    /// The command succeeded.
    case success = 0
    /// A check found problems, a comparison differences, a read with --keep-going values that cannot be read, or `port` lines that a person has to change.
    case problems = 1
    /// The command line is wrong.
    case usage = 2
    /// The input cannot be read or is malformed.
    case badInput = 3
    /// The output cannot be written.
    case cannotWrite = 4
    /// `model diff`, `store migrate` and `store fit`: there is no migration, or it was refused.
    case refused = 5
    /// The reader of the output has gone; a shell reports this code for a program that SIGPIPE ended.
    case brokenPipe = 141

    /// One line for manuals.
    var meaning: String {
        switch self {
        case .success: "all is well"
        case .problems:
            "a check ('store check', 'store doctor', 'store protect', 'model lint') found problems, a comparison ('model diff', 'store diff') differences, '--keep-going' values that cannot be read, or 'port' lines that a person has to change"
        case .usage: "the command line is wrong; 'model diff' and 'store diff': any trouble"
        case .badInput: "the input cannot be read or is malformed"
        case .cannotWrite: "the output cannot be written"
        case .refused:
            "'model diff', 'store migrate' and 'store fit': there is no migration, or it was refused"
        case .brokenPipe: "the reader of the output has gone"
        }
    }
}
