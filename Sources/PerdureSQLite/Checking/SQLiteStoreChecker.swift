// SPDX-License-Identifier: Apache-2.0
// `perdure store check`: looks through a store for damage that SQLite itself does not see. Reads only.

import PerdureStore

/// Something that is wrong with a store.
package struct StoreProblem: Sendable, Hashable, CustomStringConvertible {
    package enum Severity: String, Sendable, Hashable { case error, warning }

    package let severity: Severity
    /// The table, index or trigger; nil when it is the whole file.
    package let object: String?
    /// The primary key of the row, when it is about one.
    package let row: Int64?
    package let message: String

    package init(_ severity: Severity = .error, object: String? = nil, row: Int64? = nil, _ message: String) {
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

/// Checks a store's file against its model.
package enum SQLiteStoreChecker {
    /// Everything that is wrong with the store; empty when it is sound.
    package static func check(path: String, schema: Schema) throws -> [StoreProblem] {
        throw StoreError.closed
    }
}
