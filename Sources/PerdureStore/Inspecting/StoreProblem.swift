// SPDX-License-Identifier: Apache-2.0
// What the check of a store finds.

/// A problem in a store.
package struct StoreProblem: Sendable, Hashable, CustomStringConvertible {
    package enum Severity: String, Sendable, Hashable { case error, warning }

    package let severity: Severity
    /// The table, index or trigger; nil for a problem of the whole file.
    package let object: String?
    /// The primary key of the row, if the problem concerns one row.
    package let row: Int64?
    package let message: String

    package init(_ severity: Severity, object: String? = nil, row: Int64? = nil, _ message: String) {
        self.severity = severity
        self.object = object
        self.row = row
        self.message = message
    }

    package var description: String {
        let place = [object, row.map { "row \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return "\(severity.rawValue): \(place.isEmpty ? "" : place + ": ")\(message)"
    }
}
