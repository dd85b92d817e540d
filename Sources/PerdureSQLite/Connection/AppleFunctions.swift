// SPDX-License-Identifier: Apache-2.0
// The SQL functions that triggers of Apple's stores call. Without them the first write to such a store fails with "no such
// function".

import CSQLite
import Foundation
import PerdurePredicates
import PerdureSQL
import PerdureStore

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
    private(set) var giants: [Figure: Set<Int64>] = [:]
    /// The last row: many members of one owner report the owner in a row.
    private var last: Place?
    /// The recomputed attributes of the rows, by their names in trigger calls; nil unless a history is kept.
    private(set) var attributes: [Place: Set<String>]?

    /// Starts to record attributes.
    func noteAttributes() { attributes = [:] }

    /// Records an attribute of a row, if attributes are recorded.
    func note(_ attribute: OpaquePointer?, of place: Place) {
        guard attributes != nil, let name = sqlite3_value_text(attribute) else { return }
        attributes?[place, default: []].insert(String(cString: name))
    }

    func insert(_ place: Place) {
        guard place != last else { return }
        places.insert(place)
        last = place
    }

    /// Records a value beyond 64 bits; SQLite has converted it to a fraction.
    func noteSize(
        _ value: OpaquePointer?, of attribute: OpaquePointer?, in table: OpaquePointer?, row: Int64
    ) {
        guard sqlite3_value_type(value) == SQLITE_FLOAT, abs(sqlite3_value_double(value)) >= 0x1p63,
            let table = sqlite3_value_text(table), let attribute = sqlite3_value_text(attribute)
        else { return }
        let figure = Figure(table: String(cString: table), attribute: String(cString: attribute))
        giants[figure, default: []].insert(row)
    }

    func removeAll() {
        places.removeAll()
        giants.removeAll()
        if attributes != nil { attributes = [:] }
        last = nil
    }
}

extension SQLiteConnection {
    /// Registers Apple's functions.
    ///
    /// The functions are declared innocuous, because triggers of an untrusted schema may call no other functions.
    ///
    /// | function | arguments |
    /// | --- | --- |
    /// | NSCoreDataNow | none; seconds since 2001, constant within a write transaction |
    /// | NSCoreDataToUpper, NSCoreDataToLower, NSCoreDataCanonical | text; as `uppercase:` and so on |
    /// | NSCoreDataDATriggerUpdatedAffectedObjectValue | table, Z_ENT, Z_PK, attribute, value |
    /// | NSCoreDataDATriggerInsertUpdatedAffectedObjectValue | the same, for rows just inserted |
    /// | NSCoreDataTriggerUpdateAffectedObjectValue | table, Z_ENT, Z_PK, column, value |
    func registerAppleFunctions() throws {
        try registerClock()
        try registerTextFunctions()
        for name in Self.notifyingFunctions {
            try register(name, arguments: 5) { context, _, arguments in
                guard let arguments, sqlite3_value_type(arguments[2]) == SQLITE_INTEGER else { return }
                // The user data is the connection's own AffectedRows, which lives as long as the handle.
                let rows = Unmanaged<AffectedRows>.fromOpaque(sqlite3_user_data(context))
                    .takeUnretainedValue()
                let place = AffectedRows.Place(
                    entity: sqlite3_value_int64(arguments[1]), number: sqlite3_value_int64(arguments[2]))
                rows.insert(place)
                rows.note(arguments[3], of: place)
                rows.noteSize(
                    arguments[4], of: arguments[3], in: arguments[0], row: sqlite3_value_int64(arguments[2]))
                sqlite3_result_null(context)
            }
        }
    }

    private func registerClock() throws {
        clock.install(on: handle)
        let code = sqlite3_create_function_v2(
            handle, TriggerFunction.now, 0, SQLITE_UTF8 | SQLITE_INNOCUOUS,
            Unmanaged.passUnretained(clock).toOpaque(),
            { context, _, _ in
                // The user data is the connection's own clock, which lives as long as the handle.
                let clock = Unmanaged<TransactionClock>.fromOpaque(sqlite3_user_data(context))
                    .takeUnretainedValue()
                sqlite3_result_double(context, clock.now(sqlite3_context_db_handle(context)))
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, statement: nil) }
    }

    static let notifyingFunctions = [
        "NSCoreDataDATriggerUpdatedAffectedObjectValue",
        "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
        "NSCoreDataTriggerUpdateAffectedObjectValue",
    ]

    private typealias Function =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void

    private func register(_ name: String, arguments: Int32, _ function: @escaping Function) throws {
        let code = sqlite3_create_function_v2(
            handle, name, arguments, SQLITE_UTF8 | SQLITE_INNOCUOUS,
            Unmanaged.passUnretained(affectedRows).toOpaque(), function, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, statement: nil) }
    }
}
