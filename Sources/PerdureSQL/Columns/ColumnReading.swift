// SPDX-License-Identifier: Apache-2.0
// How the value of one column is read. ColumnForm.swift gives each type its reading; row decoders carry it.

/// The type that a column is read as.
package enum ColumnReading: UInt8, Sendable {
    case integer, boolean, double, decimal, string, date, binary, externalBinary, uuid, reference
    /// As the type that the database has stored: for computed values without a type.
    case any
}
