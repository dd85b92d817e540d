// SPDX-License-Identifier: Apache-2.0
// The errors that end the tool. Tool.swift prints them; ErrorText.swift describes the errors of the layers below.

/// The error when the reader of the output has gone, as `head` does.
struct BrokenPipe: Error {}

/// A failure with a complete message.
struct ToolError: Error {
    let message: String
    let code: ExitCode

    init(_ message: String, _ code: ExitCode = .badInput) {
        self.message = message
        self.code = code
    }
}
