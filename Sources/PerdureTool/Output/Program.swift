// SPDX-License-Identifier: Apache-2.0
// The name of the program in its messages, and the text of `perdure --version`.

import PerdureSQLite

enum Program {
    static let name = "perdure"
    static let number = "0.1.0"

    static var version: String { "\(name) \(number) (SQLite \(SQLiteEngine.libraryVersion))" }
}
