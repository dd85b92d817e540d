// SPDX-License-Identifier: Apache-2.0
// A problem of a source, in the form of a compiler's message.

/// A place in a source for which no accessor can be supplied, or which a port has to change.
package struct SourceProblem: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Severity: String, Sendable {
        case error, warning
    }

    var location: SourceLocation
    package var severity: Severity
    /// The problem, and how to solve it.
    package var message: String

    init(_ message: String, at location: SourceLocation, _ severity: Severity = .error) {
        self.message = message
        self.location = location
        self.severity = severity
    }

    /// The form of compiler messages, so that tools show the problem at its place.
    package var description: String { "\(location): \(severity.rawValue): \(message)" }
}
