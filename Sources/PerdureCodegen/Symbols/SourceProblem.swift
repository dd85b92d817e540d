// SPDX-License-Identifier: Apache-2.0
// What is wrong with a source, in the form of a compiler's message.

/// Something in a source that no accessor can be supplied for.
package struct SourceProblem: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Severity: String, Sendable {
        case error, warning
    }

    package var location: SourceLocation
    package var severity: Severity
    /// What is wrong and what to do.
    package var message: String

    package init(_ message: String, at location: SourceLocation, _ severity: Severity = .error) {
        self.message = message
        self.location = location
        self.severity = severity
    }

    /// The form of compiler messages, so that tools show it at its place.
    package var description: String { "\(location): \(severity.rawValue): \(message)" }
}
