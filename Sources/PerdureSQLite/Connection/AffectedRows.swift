// SPDX-License-Identifier: Apache-2.0
// What triggers report of the rows that they write. AppleFunctions.swift registers the functions that they call.

import CSQLite

/// The rows that triggers have reported as written.
final class AffectedRows {
    struct Place: Hashable {
        /// `Z_ENT`, the number in the file.
        let entity: Int64
        let number: Int64
    }

    /// A derived attribute under the names in trigger calls.
    struct Figure: Hashable {
        let table: String
        let attribute: String
    }

    private(set) var places: Set<Place> = []
    /// Rows where an attribute has left 64 bits at least for a moment.
    ///
    /// Such a value is invalid for an integer attribute.
    private(set) var overflowingRows: [Figure: Set<Int64>] = [:]
    /// The last row: many members of one owner report the owner in a row.
    private var last: Place?
    /// The recomputed attributes of the rows, by their names in trigger calls; nil unless a history is kept.
    private(set) var attributes: [Place: Set<String>]?

    /// Starts to record attributes.
    func recordAttributes() { attributes = [:] }

    /// Records an attribute of a row, if attributes are recorded.
    func record(_ attribute: OpaquePointer?, of place: Place) {
        guard attributes != nil, let name = sqlite3_value_text(attribute) else { return }
        attributes?[place, default: []].insert(String(cString: name))
    }

    func insert(_ place: Place) {
        guard place != last else { return }
        places.insert(place)
        last = place
    }

    /// Records a value beyond 64 bits; SQLite has converted it to a fraction.
    func recordOverflow(
        _ value: OpaquePointer?, of attribute: OpaquePointer?, in table: OpaquePointer?, row: Int64
    ) {
        guard sqlite3_value_type(value) == SQLITE_FLOAT, abs(sqlite3_value_double(value)) >= 0x1p63,
            let table = sqlite3_value_text(table), let attribute = sqlite3_value_text(attribute)
        else { return }
        let figure = Figure(table: String(cString: table), attribute: String(cString: attribute))
        overflowingRows[figure, default: []].insert(row)
    }

    func removeAll() {
        places.removeAll()
        overflowingRows.removeAll()
        if attributes != nil { attributes = [:] }
        last = nil
    }
}
