// SPDX-License-Identifier: Apache-2.0
// Prints results to standard output, and everything else to standard error.

import Foundation
import Glibc
import PerdureModelFormat

/// The two streams of the process.
enum Console {
    /// Keeps the numbers of streams that the caller has closed, or a file would get one of them and the output.
    static func reserveStreams() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            // Without the right to write, printing fails as it should.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Prints a result.
    ///
    /// - Throws: `BrokenPipe` when the reader has gone, `ToolError` when the result cannot be written.
    static func print(_ text: String) throws {
        try require(write(shown(text) + "\n", to: STDOUT_FILENO), "standard output")
    }

    /// Requires that bytes were written.
    ///
    /// - Throws: `BrokenPipe` when the reader has gone, `ToolError` for any other error.
    static func require(_ code: Int32, _ name: String) throws {
        if code == EPIPE { throw BrokenPipe() }
        guard code == 0 else {
            throw ToolError("\(name): \(String(cString: strerror(code)))", .cannotWrite)
        }
    }

    /// Prints a remark to people, who may not want it.
    static func remark(_ text: String, _ arguments: Arguments) {
        if !arguments.isQuiet { _ = write("\(PlainText.safe(text))\n", to: STDERR_FILENO) }
    }

    /// Prints a message in the usual form: the program's name, then the problem.
    static func complain(_ message: String) {
        // Messages may contain names from a file, so control characters are escaped.
        _ = write("\(Program.name): \(PlainText.safe(SecretText.masked(message)))\n", to: STDERR_FILENO)
    }

    /// Prints more about the last message, in the tool's own lines.
    static func hint(_ message: String) { _ = write(shown(message), to: STDERR_FILENO) }

    /// Moves the cursor of a terminal; the text contains nothing from a file.
    static func progress(_ controls: String) { _ = write(controls, to: STDERR_FILENO) }

    /// Escapes the controls that a command did not escape, except line ends.
    private static func shown(_ text: String) -> String { TerminalText.escaped(text, keepsLineEnds: true) }

    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes all of a text and returns the system's error code, or 0.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        write(Array(text.utf8), to: descriptor)
    }

    /// Writes all bytes and returns the system's error code, or 0.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                return errno
            }
            done += count
        }
        return 0
    }
}
