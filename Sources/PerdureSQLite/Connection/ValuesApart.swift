// SPDX-License-Identifier: Apache-2.0
// Values of which the column has a mark in front, and perhaps no more than a name: asked by SQLiteStatement+Values.swift.

import Foundation

/// Where a connection finds values that may lie apart from their rows.
protocol ValuesApart: Sendable {
    /// The value behind what stands in a column.
    ///
    /// - Throws: `StoreError` that names the property and what is wrong.
    func value(of stored: Data, entity: String, property: String) throws -> Data
}
