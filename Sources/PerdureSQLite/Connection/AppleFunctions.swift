// SPDX-License-Identifier: Apache-2.0
// The functions that triggers of Apple's stores call. Without them the first write to such a store
// fails with "no such function".

import CSQLite
import Foundation
import PerdureStore

/// The rows that triggers have told us they wrote.
final class AffectedRows {
    struct Place: Hashable {
        /// `Z_ENT`, the number in the file.
        let entity: Int64
        let number: Int64
    }

    private(set) var places: Set<Place> = []

    func insert(_ place: Place) { places.insert(place) }
    func removeAll() { places.removeAll() }
}

extension SQLiteConnection {
    /// Registers Apple's functions.
    ///
    /// They are declared innocuous, because triggers of a schema that is not trusted may call no others.
    ///
    /// | function | arguments |
    /// | --- | --- |
    /// | NSCoreDataNow | none; seconds since 2001 |
    /// | NSCoreDataDATriggerUpdatedAffectedObjectValue | table, Z_ENT, Z_PK, attribute, value |
    /// | NSCoreDataDATriggerInsertUpdatedAffectedObjectValue | the same, for rows just inserted |
    /// | NSCoreDataTriggerUpdateAffectedObjectValue | table, Z_ENT, Z_PK, column, value |
    func registerAppleFunctions() throws {
        try register("NSCoreDataNow", arguments: 0) { context, _, _ in
            sqlite3_result_double(context, Date().timeIntervalSinceReferenceDate)
        }
        for name in Self.notifyingFunctions {
            try register(name, arguments: 5) { context, _, arguments in
                guard let arguments, sqlite3_value_type(arguments[2]) == SQLITE_INTEGER else { return }
                // The user data is the connection's own AffectedRows, which lives as long as the handle.
                Unmanaged<AffectedRows>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue().insert(
                    AffectedRows.Place(
                        entity: sqlite3_value_int64(arguments[1]), number: sqlite3_value_int64(arguments[2])))
                sqlite3_result_null(context)
            }
        }
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
