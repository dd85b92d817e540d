// SPDX-License-Identifier: Apache-2.0
// The types that cross the line to a server, by the numbers that all servers give them. ServerValue.swift has their values.

#if PostgreSQL
/// A type of the server; the raw value is its OID.
package enum ServerType: UInt32, CaseIterable, Sendable {
    /// Left to the server, which infers it: only for a null.
    case unknown = 0
    case bool = 16
    case bytea = 17
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case float8 = 701
    /// Texts of tables that others made.
    case varchar = 1043
    case timestamptz = 1184
    case numeric = 1700
    case uuid = 2950
    case jsonb = 3802

    /// The OID of arrays of this type.
    package var arrayOID: UInt32 {
        switch self {
        case .unknown: 0
        case .bool: 1000
        case .bytea: 1001
        case .int2: 1005
        case .int4: 1007
        case .text: 1009
        case .varchar: 1015
        case .int8: 1016
        case .float8: 1022
        case .timestamptz: 1185
        case .numeric: 1231
        case .uuid: 2951
        case .jsonb: 3807
        }
    }

    /// The type whose arrays have this OID.
    init?(arrayOID: UInt32) {
        guard arrayOID != 0, let type = Self.allCases.first(where: { $0.arrayOID == arrayOID }) else {
            return nil
        }
        self = type
    }
}
#endif
