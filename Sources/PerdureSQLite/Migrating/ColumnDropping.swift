// SPDX-License-Identifier: Apache-2.0
// SQLite removes columns since version 3.35. A migration that needs it says so before it writes anything.

import CSQLite
import PerdureStore

/// Whether the SQLite library in use removes columns.
enum ColumnDropping {
    private static let firstVersion: Int32 = 3_035_000

    /// - Parameters:
    ///   - table: A table whose column goes.
    ///   - version: The version of the library.
    /// - Throws: `StoreError.unsupported` when the library is older.
    static func require(in table: String, version: Int32 = sqlite3_libversion_number()) throws {
        guard version < firstVersion else { return }
        let name = "\(version / 1_000_000).\(version / 1_000 % 1_000).\(version % 1_000)"
        throw StoreError.unsupported(
            UnsupportedRequest(
                "removing a column of the table \(table) needs SQLite 3.35, and the library in use is SQLite \(name): use a newer "
                    + "one, or open the store with the option \(DeferredRemovals.flag), which leaves the column where it is"
            ))
    }
}
