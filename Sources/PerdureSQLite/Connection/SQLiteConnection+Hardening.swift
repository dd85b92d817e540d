// SPDX-License-Identifier: Apache-2.0
// Switches and limits that keep a hostile file from doing anything but being read. Each stands for
// an attack that was tried on a planted file.

import CSQLite
import Foundation
import PerdureStore

extension SQLiteConnection {
    /// Set once, before the first statement.
    ///
    /// Triggers are off until their texts have been looked at (TriggerText.swift).
    func harden() throws {
        switches()
        limits()
        // Checks the structure of each page when it is read, so that a damaged one gives an error.
        try execute("PRAGMA cell_size_check = ON")
        // Memory-mapped reads of a file that another process cuts short end in a signal.
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
        sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 16 << 20)
        sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 20)
        // VACUUM attaches one database by itself; nothing of ours attaches any.
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
        sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50_000)
    }

    func set(_ option: Int32, _ isOn: Bool) {
        // An option that this library does not know leaves an error code, and nothing to do about it.
        _ = perdure_sqlite3_db_config_switch(handle, option, isOn ? 1 : 0)
    }

    /// Applies pragmas that a user chose, in alphabetical order.
    ///
    /// - Throws: `StoreError.cannotOpen` for a name or a value that is more than a word or a number.
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
