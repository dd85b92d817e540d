// SPDX-License-Identifier: Apache-2.0
// Values with a marker byte in their column, which may lie in files. SQLiteStatement+Values.swift asks for them.

import Foundation

/// Reads values that may lie in files, for a connection.
protocol ExternalValueSource: Sendable {
    /// The value for the bytes of a column.
    ///
    /// - Throws: `StoreError` that names the property and the fault.
    func value(of stored: Data, entity: String, property: String) throws -> Data
}
