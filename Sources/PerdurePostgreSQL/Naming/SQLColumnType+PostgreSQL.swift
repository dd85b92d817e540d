// SPDX-License-Identifier: Apache-2.0
// The types of columns on a server (PG-35).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension SQLColumnType {
    static let bigint = Self(rawValue: 0)
    static let integer = Self(rawValue: 1)
    static let smallint = Self(rawValue: 2)
    static let boolean = Self(rawValue: 3)
    static let double = Self(rawValue: 4)
    static let numeric = Self(rawValue: 5)
    static let text = Self(rawValue: 6)
    static let uuid = Self(rawValue: 7)
    static let bytea = Self(rawValue: 8)

    private static let texts = [
        "bigint", "integer", "smallint", "boolean", "double precision", "numeric", "text COLLATE \"C\"",
        "uuid", "bytea",
    ]

    private static let serverTypes: [ServerType] = [
        .int8, .int4, .int2, .bool, .float8, .numeric, .text, .uuid, .bytea,
    ]

    /// The text in definitions.
    var text: String { Self.texts[Int(rawValue)] }

    /// The type of values on their way.
    var serverType: ServerType { Self.serverTypes[Int(rawValue)] }

    /// The column of an attribute; nil for one without a column.
    init?(_ type: StoredAttributeType) {
        switch type {
        case .integer16: self = .smallint
        case .integer32: self = .integer
        case .integer64: self = .bigint
        case .boolean: self = .boolean
        case .double, .float, .date: self = .double
        case .decimal: self = .numeric
        case .string, .uri: self = .text
        case .uuid: self = .uuid
        case .binary, .transformable: self = .bytea
        default: return nil
        }
    }
}
#endif
