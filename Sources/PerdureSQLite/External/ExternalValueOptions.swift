// SPDX-License-Identifier: Apache-2.0
// The options for the files of large values when a store is opened (SQLiteOptions.swift).

/// How files of large values are read and written.
package struct ExternalValueOptions: Sendable {
    /// The most bytes that a file may have.
    package var limit = ExternalDataFolder.usualLimit
    /// Whether files are only checked; their values are then empty.
    package var areOnlyExamined = false
}
