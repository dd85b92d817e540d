// SPDX-License-Identifier: Apache-2.0
// The leaves of attributes: each leaf has one column. MappingBuilder gives the columns their names and types;
// CompositeColumns.swift holds the result.

import PerdureStore

/// A part of an attribute with a column of its own: the whole attribute, or one leaf of a composite.
struct AttributeLeaf {
    let attribute: AttributeDefinition
    /// The names of the elements on the way to the leaf; empty for a plain attribute.
    let path: [String]

    /// The deepest nesting that is accepted.
    ///
    /// Files are not trusted, and no real model nests deeper.
    private static let deepest = 16

    /// Visits the leaves of an attribute, in declared order.
    ///
    /// A relationship has none.
    ///
    /// - Parameters:
    ///   - property: The attribute.
    ///   - body: Receives each leaf and its number.
    /// - Throws: `StoreError.invalidSchema` for a composite that nests too deeply, or any error of the body.
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
    /// Whether the property's value has several columns.
    var hasSeveralColumns: Bool { attribute?.type == .composite }
}
