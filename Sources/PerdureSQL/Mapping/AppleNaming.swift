// SPDX-License-Identifier: Apache-2.0
// The names that Core Data gives to tables and columns, and the order of columns. Applied by
// MappingBuilder.swift; index names are in IndexMapping.swift.

import PerdureStore

/// The naming rules of Core Data's files.
package enum AppleNaming {
    /// The columns that every entity table starts with.
    package static let system = SystemColumns(key: "Z_PK", entity: "Z_ENT", version: "Z_OPT")
    package static let systemColumns = system.names.map { ColumnMapping($0, .integer) }

    /// The longest name that a model may bring into a database, in bytes.
    package static let longestName = 512

    /// A property's or an entity's name as it stands in table and column names.
    ///
    /// - Throws: `StoreError.invalidSchema` for names that no database can hold.
    static func databaseName(_ name: String, of what: String) throws -> String {
        guard !name.isEmpty, name.utf8.count <= longestName, !name.utf8.contains(0) else {
            throw StoreError.invalidSchema(
                "the name of \(what) is empty, longer than \(longestName) bytes, or contains a null character"
            )
        }
        return name.uppercased()
    }

    static func columnType(of type: AttributeType) -> SQLColumnType? {
        switch type {
        case .integer16, .integer32, .integer64, .boolean: .integer
        case .double, .float: .float
        case .date: .timestamp
        case .decimal: .decimal
        case .string, .uri: .varchar
        case .uuid, .transformable, .binary: .blob
        case .undefined, .objectID, .composite: nil
        }
    }

    /// Where a column stands in its table: columns are sorted by rank, and inside a rank by entity and name.
    enum Rank: Int {
        case integer, memberKey, order, real, decimal, string, uri, uuid, transformable, binary

        init(_ type: AttributeType) {
            switch type {
            case .double, .float, .date: self = .real
            case .decimal: self = .decimal
            case .string: self = .string
            case .uri: self = .uri
            case .uuid: self = .uuid
            case .transformable: self = .transformable
            case .binary: self = .binary
            default: self = .integer
            }
        }
    }

    static func orderColumn(for key: String) -> String {
        key.hasPrefix("Z_") ? "Z_FOK_\(key.dropFirst(2))" : "Z_FOK_\(key.dropFirst())"
    }

    static func entityColumn(for key: String, destination: Int32) -> String {
        "Z\(destination)_\(key.dropFirst())"
    }
}

/// The names already given within one table, or within all join tables.
struct UsedNames {
    private var counts: [String: Int] = [:]
    private var names: Set<String>

    init(_ names: [String] = []) { self.names = Set(names) }

    /// The plain name for the first, the name with 1, 2, … for those that follow.
    mutating func claim(_ name: String) -> String {
        var number = counts[name, default: 0]
        var candidate = number == 0 ? name : name + String(number)
        while !names.insert(candidate).inserted {
            number += 1
            candidate = name + String(number)
        }
        counts[name] = number + 1
        return candidate
    }
}
