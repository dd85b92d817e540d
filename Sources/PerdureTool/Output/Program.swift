// SPDX-License-Identifier: Apache-2.0
// The name of the program in its messages, and the text of `perdure --version`.

import PerdureSQLite

#if PostgreSQL
import PerdurePostgreSQLStores
#endif

enum Program {
    static let name = "perdure"
    static let number = "0.1.0"

    static var version: String {
        var libraries = ["SQLite \(SQLiteEngine.libraryVersion)"]
        #if PostgreSQL
        libraries.append("libpq \(ServerStorePlace.libraryVersion)")
        #endif
        return "\(name) \(number) (\(libraries.joined(separator: ", ")))"
    }
}
