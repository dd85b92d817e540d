// SPDX-License-Identifier: Apache-2.0
// The names that the rules give to a table's columns; the file may have others. Elements of composite attributes have two
// rules: Core Data's, and the rule of earlier versions of Perdure. Files of those versions are recognised by their columns.
// MappingBuilder+Names.swift applies the rules.

import PerdureStore

/// How the elements of composite attributes are named.
enum ElementNaming {
    /// `Z<ELEMENT>`, as Core Data does.
    case element
    /// `Z<COMPOSITE>_<ELEMENT>`, as Perdure did before Core Data's way was known.
    case joined
}

/// A column whose name in the file differs from the name by today's rules.
package struct ColumnRename: Sendable, Hashable {
    package let table: String
    package let from: String
    package let to: String
}

/// A property, named by the entity that declares it and the slot.
struct DeclaredSlot: Hashable {
    let entity: Int32
    let slot: Int
}

/// The purpose of a column: a property, or one leaf of a composite attribute.
struct ColumnContent: Hashable {
    let property: DeclaredSlot
    let leaf: Int

    init(_ property: DeclaredSlot, leaf: Int = 0) {
        self.property = property
        self.leaf = leaf
    }
}

/// The names of one table's columns by one rule.
struct ColumnNames {
    private(set) var names: [ColumnContent: String] = [:]
    private var used: UsedNames

    init(_ naming: any TableNaming) { used = UsedNames(naming, naming.system.names) }

    /// Gives a column its name, with a number behind it when the name is taken.
    mutating func claim(_ name: String, for place: ColumnContent) { names[place] = used.claim(name) }
}

/// The name of a column in the file, and by Core Data's rule.
struct ColumnName {
    let predicted: String
    let wanted: String
    var isFormer: Bool { predicted != wanted }
}

/// The names of one table's columns in the file (predicted), and by Core Data's rules (wanted).
struct TableNames {
    let predicted: ColumnNames
    let wanted: ColumnNames

    subscript(place: ColumnContent) -> ColumnName? {
        guard let predicted = predicted.names[place], let wanted = wanted.names[place] else { return nil }
        return ColumnName(predicted: predicted, wanted: wanted)
    }

    /// The name of a relationship's key.
    func name(of place: DeclaredSlot) throws -> ColumnName {
        guard let name = self[ColumnContent(place)] else {
            throw StoreError.invalidSchema("the key of a relationship has no name")
        }
        return name
    }
}
