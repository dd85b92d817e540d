// SPDX-License-Identifier: Apache-2.0
// The leaves of attributes, each of which has a column. MappingBuilder gives the columns their names and types;
// CompositeColumns.swift has the result.

import PerdureStore

/// A value of an attribute that has a column of its own: the attribute itself, or one leaf of a composite.
struct AttributeLeaf {
    let attribute: AttributeDefinition
    /// The names of the elements that lead to it; empty for a plain attribute.
    let path: [String]

    /// Composites nest in files that we do not trust; nobody nests deeper.
    private static let deepest = 16

    /// Goes through the leaves of an attribute, those of a composite in declared order; none for a relationship.
    ///
    /// - Parameters:
    ///   - property: The attribute.
    ///   - body: Is told the number of each leaf.
    /// - Throws: `StoreError.invalidSchema` for a composite that nests too deeply, what the body throws.
    static func forEach(of property: PropertyLayout, _ body: (Int, AttributeLeaf) throws -> Void) throws {
        guard let attribute = property.attribute else { return }
        guard attribute.type == .composite else {
            return try body(0, AttributeLeaf(attribute: attribute, path: []))
        }
        for (number, leaf) in try leaves(of: attribute, [], property.name).enumerated() {
            try body(number, leaf)
        }
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

extension PropertyLayout {
    /// Whether its value has several columns.
    var hasSeveralColumns: Bool { attribute?.type == .composite }
}
