// SPDX-License-Identifier: Apache-2.0
// Some rows of a result while they are read: their bytes, without a value per column. ServerResult.swift has whole results.

#if PostgreSQL
@preconcurrency import CPostgreSQL

/// Rows that are valid only for the time of a call.
package struct ServerRows {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    package var count: Int { Int(PQntuples(pointer)) }
    package var columnCount: Int { Int(PQnfields(pointer)) }

    /// The OID of a column's type; nil for a column that came as text.
    package func type(ofColumn column: Int) -> UInt32? {
        PQfformat(pointer, Int32(column)) == 1 ? PQftype(pointer, Int32(column)) : nil
    }

    /// The bytes of a value; nil for a null.
    ///
    /// The row and the column must be there.
    package func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
        let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
        let length = PQgetlength(pointer, row, column)
        // An empty value has the length of a null.
        if length == 0, PQgetisnull(pointer, row, column) != 0 { return nil }
        return UnsafeRawBufferPointer(start: PQgetvalue(pointer, row, column), count: Int(length))
    }
}
#endif
