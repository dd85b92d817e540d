// SPDX-License-Identifier: Apache-2.0
// Switches and limits against hostile files: a file can only be read. Each of them stands for an attack that was tried with a
// planted file.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

extension SQLiteConnection {
    /// Applies all switches and limits, before the first statement.
    ///
    /// Triggers stay off until their texts have been checked (TriggerText.swift).
    func harden() throws {
        switches()
        limits()
        // SQLite then checks the structure of each page that it reads, so a damaged page gives an error.
        try execute("PRAGMA cell_size_check = ON")
        // A memory-mapped read would end in a signal if another process truncates the file.
        try execute("PRAGMA mmap_size = 0")
    }

    private func switches() {
        set(SQLITE_DBCONFIG_DEFENSIVE, true)
        set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
        set(SQLITE_DBCONFIG_ENABLE_TRIGGER, false)
        set(SQLITE_DBCONFIG_ENABLE_VIEW, false)
        set(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
        set(SQLITE_DBCONFIG_DQS_DML, false)
    }

    private func limits() {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 512 << 20)
        sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, Int32(SQLPrinter.longestText))
        sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 20)
        // VACUUM attaches one database by itself; our code attaches none.
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
        sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50_000)
    }

    func set(_ option: Int32, _ isOn: Bool) {
        // The library returns an error code for an unknown option; the option then has no effect.
        _ = perdure_sqlite3_db_config_switch(handle, option, isOn ? 1 : 0)
    }

    /// Applies pragmas that a user chose, in alphabetical order.
    ///
    /// - Throws: `StoreError.cannotOpen` unless name and value are single words or numbers.
    func apply(_ pragmas: [String: String]) throws {
        for (name, value) in pragmas.sorted(by: { $0.key < $1.key }) {
            guard Self.isWord(name), Self.isWord(value) else {
                throw StoreError.cannotOpen(
                    path: path, code: SQLITE_MISUSE,
                    reason: "the pragma \"\(name)\" = \"\(value)\" is no name with a word or a number")
            }
            try execute("PRAGMA \(name) = '\(value)'")
        }
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
