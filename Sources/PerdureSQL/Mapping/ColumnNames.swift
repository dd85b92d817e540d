// SPDX-License-Identifier: Apache-2.0
// The names of a table's columns by the rules, before any file is asked. For the elements of composite attributes there
// are two: Core Data's, and the choice of earlier versions of Perdure, whose files are recognised by their columns.
// MappingBuilder+Names.swift gives the names.

import PerdureStore

/// How the elements of composite attributes are named.
enum ElementNaming {
    /// `Z<ELEMENT>`, as Core Data does.
    case element
    /// `Z<COMPOSITE>_<ELEMENT>`, as Perdure did before Core Data's way was known.
    case joined
}

/// A column of a file that the rules name otherwise.
package struct ColumnRename: Sendable, Hashable {
    package let table: String
    package let from: String
    package let to: String
}

/// What a column is for: a property, or one leaf of a composite attribute.
struct ColumnPlace: Hashable {
    let property: PropertyPlace
    let leaf: Int

    init(_ property: PropertyPlace, leaf: Int = 0) {
        self.property = property
        self.leaf = leaf
    }
}

/// The names of one table's columns, by one rule.
struct ColumnNames {
    private(set) var names: [ColumnPlace: String] = [:]
    private var used: UsedNames

    init(_ system: SystemColumns) { used = UsedNames(system.names) }

    /// Gives a name; a number follows it where it is taken.
    mutating func claim(_ name: String, for place: ColumnPlace) { names[place] = used.claim(name) }
}

/// The name of a column in the file, and by Core Data's rule.
struct ColumnName {
    let predicted: String
    let wanted: String
    var isFormer: Bool { predicted != wanted }
}

/// The names of one table's columns as the file is expected to have them, and as the rules want them.
struct TableNames {
    let predicted: ColumnNames
    let wanted: ColumnNames

    subscript(place: ColumnPlace) -> ColumnName? {
        guard let predicted = predicted.names[place], let wanted = wanted.names[place] else { return nil }
        return ColumnName(predicted: predicted, wanted: wanted)
    }

    /// The name of a relationship's key.
    func name(of place: PropertyPlace) throws -> ColumnName {
        guard let name = self[ColumnPlace(place)] else {
            throw StoreError.invalidSchema("the key of a relationship has no name")
        }
        return name
    }
}
