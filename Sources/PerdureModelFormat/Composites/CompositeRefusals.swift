// SPDX-License-Identifier: Apache-2.0
// Finds composite types that hold themselves. Part of ModelRefusals.swift.

import PerdurePredicates

/// Follows the composite types of a model.
struct CompositeRefusals {
    let model: ModelDocument

    init(_ model: ModelDocument) { self.model = model }

    /// One error for each composite type that holds itself; the error names an attribute of the type.
    func all() -> [ModelFormatError] {
        let elements = Dictionary(model.composites.map { ($0.name, $0.elements.compactMap(\.compositeName)) })
        {
            first, _ in first
        }
        let rings = GraphCycles.members(elements)
        guard !rings.isEmpty else { return [] }
        return model.composites.filter { rings.contains($0.name) }.map { composite in
            let user = self.user(of: composite.name)
            return ModelFormatError(
                .compositeCycle(user?.entity, user?.property, type: composite.name))
        }
    }

    private func user(of type: String) -> (entity: String, property: String)? {
        for entity in model.entities {
            if let found = entity.attributes.first(where: { $0.compositeName == type }) {
                return (entity.name, found.traits.name)
            }
        }
        return nil
    }
}
