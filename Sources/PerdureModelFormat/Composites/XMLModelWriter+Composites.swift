// SPDX-License-Identifier: Apache-2.0
// Composite types as elements of a model source. Part of XMLModelWriter.swift.

extension XMLModelWriter {
    mutating func element(_ name: String, _ elements: [AttributeDocument]) -> SourceElement {
        var composite = SourceElement("composite", ["name": name])
        composite.children = elements.map { element($0) }
        return composite
    }

    /// The name of an attribute's composite type; makes a new name when the model has none.
    mutating func compositeName(of attribute: AttributeDocument) -> String {
        if let name = attribute.compositeName { return name }
        let base = attribute.traits.name.prefix(1).uppercased() + attribute.traits.name.dropFirst()
        var name = base
        var number = 2
        while !compositeNames.insert(name).inserted {
            name = base + String(number)
            number += 1
        }
        let composite = element(name, attribute.elements)
        madeComposites.append(composite)
        return name
    }
}
