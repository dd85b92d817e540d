// SPDX-License-Identifier: Apache-2.0
// The leaves of a composite attribute, with their names: "city", and "place.latitude" for an element of an element.

import PerdureStore

/// One leaf of a composite.
struct CompositeLeaf {
    let name: String
    let type: StoredAttributeType
}

extension AttributeDefinition {
    /// The leaves in the order in which a stored value has them.
    var compositeLeaves: [CompositeLeaf] {
        elements.flatMap { element -> [CompositeLeaf] in
            guard case .attribute(let attribute) = element.kind else { return [] }
            guard attribute.type == .composite else {
                return [CompositeLeaf(name: element.name, type: attribute.type)]
            }
            return attribute.compositeLeaves.map {
                CompositeLeaf(name: "\(element.name).\($0.name)", type: $0.type)
            }
        }
    }
}
