// SPDX-License-Identifier: Apache-2.0
// The SQL functions that triggers of Apple's stores call. Without them the first write to such a store fails with "no such
// function".

import CSQLite
import Foundation
import PerdurePredicates
import PerdureSQL
import PerdureStore

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
                rows.record(arguments[3], of: place)
                rows.recordOverflow(
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
