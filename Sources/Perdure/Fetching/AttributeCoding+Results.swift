// SPDX-License-Identifier: Apache-2.0
// How the values of a column of results are shown: as its type says, but elements of composites and transformers are known to
// descriptions alone. ResultColumns.swift has the columns.

import Foundation
import PerdurePredicates
import PerdureStore

extension AttributeCoding {
    /// The coding of a column of results.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - entity: The entity of the fetch.
    init(result column: TupleShape.Column, _ entity: NSEntityDescription) {
        let plain = AttributeCoding(name: column.name, AttributeDefinition(column.type))
        guard [.composite, .transformable].contains(column.type),
            case .keyPath(.evaluatedObject, let keys) = column.expression,
            let described = Self.described(keys, entity), described.type == column.type
        else {
            self = plain
            return
        }
        self = described
    }

    /// The coding of the attribute, or of the composite's element, at the end of a path; nil for any other end.
    private static func described(_ keys: [String], _ entity: NSEntityDescription) -> AttributeCoding? {
        var entity = entity
        for (index, key) in keys.enumerated() {
            let property = entity.propertiesByName[key]
            if let attribute = property as? NSAttributeDescription {
                return AttributeCoding(attribute).element(at: keys[(index + 1)...])
            }
            guard let next = (property as? NSRelationshipDescription)?.destinationEntity else { return nil }
            entity = next
        }
        return nil
    }

    private func element(at path: ArraySlice<String>) -> AttributeCoding? {
        guard let name = path.first else { return self }
        return elements.first { $0.name == name }?.element(at: path.dropFirst())
    }
}
