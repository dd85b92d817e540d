// SPDX-License-Identifier: Apache-2.0
// Results go to standard output, everything else to standard error.

import Foundation
import Glibc
import PerdureModelFormat

/// The two streams of the process.
enum Console {
    /// Prints a result.
    ///
    /// - Throws: `BrokenPipe` when nobody reads it any more, `ToolError` when it cannot be written.
    static func print(_ text: String) throws {
        let code = write(shown(text) + "\n", to: STDOUT_FILENO)
        if code == EPIPE { throw BrokenPipe() }
        guard code == 0 else {
            throw ToolError("standard output: \(String(cString: strerror(code)))", .cannotWrite)
        }
    }

    /// A message in the usual form: the program's name, then what is wrong.
    static func complain(_ message: String) {
        // Names from a file stand in messages too: no control characters.
        _ = write("\(Tool.name): \(PlainText.safe(message))\n", to: STDERR_FILENO)
    }

    /// More about the last message, in lines of the tool's own.
    static func hint(_ message: String) { _ = write(shown(message), to: STDERR_FILENO) }

    /// Moves the cursor of a terminal, with words that stand in no file.
    static func progress(_ controls: String) { _ = write(controls, to: STDERR_FILENO) }

    /// Whatever a command forgot to escape; only line ends may be its own.
    private static func shown(_ text: String) -> String { TerminalText.escaped(text, keepsLineEnds: true) }

    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes all of a text; the system's error code, or 0.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                return errno
            }
            bytes = bytes.dropFirst(count)
        }
        return 0
    }
}

/// The reader of the output has gone, as `head` does.
struct BrokenPipe: Error {}

/// A failure with a message that is complete.
struct ToolError: Error {
    let message: String
    let code: ExitCode

    init(_ message: String, _ code: ExitCode = .badInput) {
        self.message = message
        self.code = code
    }
}
