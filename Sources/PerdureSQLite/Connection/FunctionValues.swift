// SPDX-License-Identifier: Apache-2.0
// What SQL functions of ours are given, and what they give back.

import CSQLite
import Foundation
import PerdureSQL

/// Reads arguments of functions.
enum FunctionArgument {
    /// The argument as text; empty for NULL.
    static func text(_ value: OpaquePointer?) -> String {
        guard let start = sqlite3_value_text(value) else { return "" }
        let count = Int(sqlite3_value_bytes(value))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The argument as bytes; none for NULL.
    static func bytes(_ value: OpaquePointer?) -> Data {
        guard let start = sqlite3_value_blob(value) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_value_bytes(value)))
    }
}

extension SQLBinding {
    /// Makes the value a function's result.
    func give(to context: OpaquePointer?) {
        switch self {
        // No function gives what SQLite has no type for.
        case .null, .list, .decimal, .uuid, .boolean, .answer: sqlite3_result_null(context)
        case .integer(let number): sqlite3_result_int64(context, number)
        case .real(let number): sqlite3_result_double(context, number)
        case .text(let text):
            sqlite3_result_text64(
                context, text, UInt64(text.utf8.count), perdure_sqlite3_transient(), UInt8(SQLITE_UTF8))
        // Bytes without an address would be NULL.
        case .blob(let data) where data.isEmpty: sqlite3_result_zeroblob(context, 0)
        case .blob(let data):
            data.withUnsafeBytes {
                sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), perdure_sqlite3_transient())
            }
        }
    }
}
