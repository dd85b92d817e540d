// SPDX-License-Identifier: Apache-2.0
// Core Data's names for tables and columns, and its order of columns. PerdureSQL's MappingBuilder applies them.
// FileNames.swift finds the names in a file; index names are in IndexMapping.swift.

import PerdureSQL
import PerdureStore

/// The naming rules of Core Data's files.
struct AppleNaming: TableNaming {
    let system = SystemColumns(key: "Z_PK", entity: "Z_ENT", version: "Z_OPT")

    /// The longest name that a model may use in a database, in bytes.
    private static let longestName = 512

    /// The form of a property's or an entity's name inside of table and column names.
    ///
    /// - Throws: `StoreError.invalidSchema` for names that no database can hold.
    func word(_ name: String, of what: @autoclosure () -> String) throws -> String {
        guard !name.isEmpty, name.utf8.count <= Self.longestName, !name.utf8.contains(0) else {
            throw StoreError.invalidSchema(
                "the name of \(what()) is empty, longer than \(Self.longestName) bytes, or contains a null character"
            )
        }
        return name.uppercased()
    }

    func table(_ word: String) -> String { "Z" + word }

    func column(_ word: String) -> String { "Z" + word }

    func memberKey(_ word: String, owner: Int32) -> String { "Z\(owner)\(word)" }

    func pairs(_ word: String, owner: Int32) -> String { "Z_\(owner)\(word)" }

    func orderColumn(for key: String) -> String {
        key.hasPrefix("Z_") ? "Z_FOK_\(key.dropFirst(2))" : "Z_FOK_\(key.dropFirst())"
    }

    /// The name that a join table of two relationships has for it.
    func reflexiveOrder(own: String, member: String) -> String { orderColumn(for: own) }

    func entityColumn(for key: String, destination: Int32) -> String {
        "Z\(destination)_\(key.dropFirst())"
    }

    let numberType = SQLColumnType.integer

    func type(of type: StoredAttributeType) -> SQLColumnType? {
        switch type {
        case .integer16, .integer32, .integer64, .boolean: .integer
        case .double, .float: .float
        case .date: .timestamp
        case .decimal: .decimal
        case .string, .uri: .varchar
        case .uuid, .transformable, .binary: .blob
        default: nil
        }
    }

    func rank(of role: ColumnRole) -> Int {
        switch role {
        case .key: Rank.integer.rawValue
        case .memberKey: Rank.memberKey.rawValue
        case .order: Rank.order.rawValue
        case .attribute(let type): Rank(type).rawValue
        }
    }

    /// The rank of a column in its table: columns are sorted by rank, then by entity and name.
    private enum Rank: Int {
        case integer, memberKey, order, real, decimal, string, uri, uuid, transformable, binary

        init(_ type: StoredAttributeType) {
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
}
