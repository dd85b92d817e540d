// SPDX-License-Identifier: Apache-2.0
// The text of `perdure --version`.

import PerdureSQLite

enum Version {
    static let number = "0.1.0"

    static var text: String { "\(Tool.name) \(number) (SQLite \(SQLiteEngine.libraryVersion))" }
}
