// SPDX-License-Identifier: Apache-2.0
// Where a declaration or a problem stands.

/// The place of a declaration.
package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int

    /// The form of compiler messages: `Movie.swift:12`.
    package var description: String { "\(file):\(line)" }

    init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}
