// SPDX-License-Identifier: Apache-2.0
// One value on its way to a server or back. ServerValue+Encoding.swift writes it, ServerValue+Decoding.swift reads it.

#if PostgreSQL
import Foundation

/// A parameter of a statement, or a value of its result.
package enum ServerValue: Sendable, Equatable {
    case null(ServerType)
    case bool(Bool)
    case int2(Int16)
    case int4(Int32)
    case int8(Int64)
    case float8(Double)
    /// Has no U+0000: the server has no form for it.
    case text(String)
    case bytea(Data)
    case uuid(UUID)
    case numeric(Decimal)
    /// JSON as text.
    case jsonb(String)
    /// Microseconds since 2000-01-01 00:00:00 UTC.
    case timestamptz(Int64)
    /// Elements of one type; null ones are `.null`.
    case array(ServerType, [ServerValue])
    /// An array that is encoded already (ArrayBytes.swift).
    case encodedArray(ServerType, [UInt8])
    /// No array, of a type of elements.
    case nullArray(ServerType)

    /// The OID that the server is told.
    package var oid: UInt32 {
        switch self {
        case .null(let type): type.rawValue
        case .array(let type, _), .encodedArray(let type, _), .nullArray(let type): type.arrayOID
        default: elementType.rawValue
        }
    }

    /// The type of a value that is no array; an array's elements have it too.
    package var elementType: ServerType {
        switch self {
        case .null(let type), .array(let type, _), .encodedArray(let type, _), .nullArray(let type): type
        case .bool: .bool
        case .int2: .int2
        case .int4: .int4
        case .int8: .int8
        case .float8: .float8
        case .text: .text
        case .bytea: .bytea
        case .uuid: .uuid
        case .numeric: .numeric
        case .jsonb: .jsonb
        case .timestamptz: .timestamptz
        }
    }

    /// Whether there is no value.
    package var isNull: Bool {
        switch self {
        case .null, .nullArray: true
        default: false
        }
    }
}
#endif
