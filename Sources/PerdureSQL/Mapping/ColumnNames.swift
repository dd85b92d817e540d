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

/// A value of an attribute that has a column of its own: the attribute itself, or one leaf of a composite.
struct AttributeLeaf {
    let attribute: AttributeDefinition
    /// The names of the elements that lead to it; empty for a plain attribute.
    let path: [String]

    /// Composites nest in files that we do not trust; nobody nests deeper.
    private static let deepest = 16

    /// The leaves of an attribute, those of a composite in declared order; none for a relationship.
    ///
    /// - Throws: `StoreError.invalidSchema` for a composite that nests too deeply.
    static func all(of property: PropertyLayout) throws -> [AttributeLeaf] {
        guard let attribute = property.attribute else { return [] }
        guard attribute.type == .composite else { return [AttributeLeaf(attribute: attribute, path: [])] }
        return try leaves(of: attribute, [], property.name)
    }

    private static func leaves(
        of attribute: AttributeDefinition, _ path: [String], _ name: String
    ) throws -> [AttributeLeaf] {
        guard path.count < deepest else {
            throw StoreError.invalidSchema("the composite attribute \"\(name)\" is nested too deeply")
        }
        return try attribute.elements.filter { !$0.isTransient }.flatMap { element -> [AttributeLeaf] in
            guard case .attribute(let leaf) = element.kind else { return [] }
            let path = path + [element.name]
            if leaf.type == .composite { return try leaves(of: leaf, path, name) }
            return [AttributeLeaf(attribute: leaf, path: path)]
        }
    }
}
