// SPDX-License-Identifier: Apache-2.0
// What went wrong in a registered function. StringFunctions.swift notes it, SQLiteConnection.swift throws it.

/// The error of a function: SQLite only carries its text.
final class FunctionErrors {
    var last: String?
}
