// SPDX-License-Identifier: Apache-2.0
// The rows that a statement gave, in the memory of libpq, and how many rows it wrote.

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation

/// The result of one statement.
package final class ServerResult: @unchecked Sendable {
    // Sendable because libpq's result does not change any more; it is freed with this object.
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQclear(pointer) }

    /// A result without rows, of a statement that nobody has run.
    ///
    /// - Throws: `PostgreSQLError.invalidValue` without memory.
    package static func empty() throws -> ServerResult {
        guard let pointer = PQmakeEmptyPGresult(nil, PGRES_TUPLES_OK) else {
            throw PostgreSQLError.invalidValue(what: "result", reason: "there is no memory for it")
        }
        return ServerResult(pointer)
    }

    /// How many rows came back.
    package var rowCount: Int { Int(PQntuples(pointer)) }
    /// How many columns a row has.
    package var columnCount: Int { Int(PQnfields(pointer)) }

    /// How many rows the statement inserted, updated, deleted or read; nil for statements that count none.
    package var affectedRows: Int? { PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } }

    /// What the server calls the statement: "COMMIT", "UPDATE 3".
    package var tag: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }

    /// Whether the statement ended a transaction; asked of each answer, so no text is made of the tag.
    var endsTransaction: Bool {
        guard let tag = PQcmdStatus(pointer) else { return false }
        return strcmp(tag, "COMMIT") == 0 || strcmp(tag, "ROLLBACK") == 0
            || strcmp(tag, "PREPARE TRANSACTION") == 0
    }

    /// A column's name, for errors.
    package func name(ofColumn column: Int) -> String {
        PQfname(pointer, Int32(column)).map { String(cString: $0) } ?? "column \(column + 1)"
    }

    /// The OID of a column's type.
    package func type(ofColumn column: Int) -> UInt32 { PQftype(pointer, Int32(column)) }

    /// A value, or nil for a null.
    ///
    /// - Throws: `PostgreSQLError.invalidValue` for a row or a column that is not there, a type that is none of `ServerType`, bytes
    ///   that do not fit it.
    package func value(_ row: Int, _ column: Int) throws -> ServerValue? {
        guard 0..<rowCount ~= row, 0..<columnCount ~= column else {
            throw PostgreSQLError.invalidValue(
                what: "row \(row + 1), column \(column + 1)",
                reason: "the result has \(rowCount) rows of \(columnCount) columns")
        }
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(pointer, row, column) == 0 else { return nil }
        func unreadable(_ reason: String) -> PostgreSQLError {
            .invalidValue(what: "column \"\(name(ofColumn: Int(column)))\"", reason: reason)
        }
        guard PQfformat(pointer, column) == 1 else { throw unreadable("the server sent it as a text") }
        let bytes = UnsafeRawBufferPointer(
            start: PQgetvalue(pointer, row, column), count: Int(PQgetlength(pointer, row, column)))
        do {
            return try ServerValue(bytes, oid: PQftype(pointer, column), what: "")
        } catch PostgreSQLError
            .invalidValue(_, let reason)
        {
            throw unreadable(reason)
        }
    }

    /// Lends the rows, to be read without a value per column.
    package func withRows<T>(_ body: (ServerRows) throws -> T) rethrows -> T {
        try withExtendedLifetime(self) { try body(ServerRows(pointer)) }
    }

    /// All values of a column.
    package func column(_ column: Int) throws -> [ServerValue?] {
        try (0..<rowCount).map { try value($0, column) }
    }
}
#endif
