// SPDX-License-Identifier: Apache-2.0
// The types of columns on a server (PG-35).

#if PostgreSQL
import Foundation
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
    // Sets and dictionaries that merge (Merging/).
    static let texts = Self(rawValue: 9)
    static let bigints = Self(rawValue: 10)
    static let uuids = Self(rawValue: 11)
    static let jsonb = Self(rawValue: 12)

    private static let names = [
        "bigint", "integer", "smallint", "boolean", "double precision", "numeric", "text COLLATE \"C\"",
        "uuid", "bytea", "text[] COLLATE \"C\"", "bigint[]", "uuid[]", "jsonb",
    ]

    private static let serverTypes: [ServerType] = [
        .int8, .int4, .int2, .bool, .float8, .numeric, .text, .uuid, .bytea, .text, .int8, .uuid, .jsonb,
    ]

    /// The text in definitions.
    var text: String { Self.names[Int(rawValue)] }

    /// The type without the collation behind it.
    var typeName: String { text.components(separatedBy: " COLLATE")[0] }

    /// The type of values on their way; an array's elements have it.
    var serverType: ServerType { Self.serverTypes[Int(rawValue)] }

    /// Whether the column holds arrays.
    var isArray: Bool { self == .texts || self == .bigints || self == .uuids }

    /// No value, for a column of this type.
    var null: ServerValue { isArray ? .nullArray(serverType) : .null(serverType) }

    /// The column of an attribute; nil for one without a column.
    init?(_ attribute: AttributeDefinition) {
        if let rule = attribute.merge {
            self.init(rule)
            return
        }
        self.init(attribute.type)
        // What is computed can leave the range of its type, in every store.
        if attribute.derivation != nil, self == .smallint || self == .integer { self = .bigint }
    }

    /// The column of a type; nil for one without a column.
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
