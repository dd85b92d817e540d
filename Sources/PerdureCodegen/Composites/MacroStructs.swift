// SPDX-License-Identifier: Apache-2.0
// The structs that represent a model's composite types in macro classes. MacroCompositeWriter.swift writes their
// sources. Part of MacroNames.swift.

import PerdureModelFormat

/// The structs of a model.
struct MacroStructs: Sendable {
    /// The composite types, each once, with names that Swift allows.
    private(set) var composites: [CompositeDocument] = []
    private var names: [String: String] = [:]

    /// Adds the composite types of a model.
    mutating func add(_ model: ModelDocument, _ taken: inout Set<String>) {
        for composite in model.composites { add(composite, &taken) }
        for entity in model.entities {
            for attribute in entity.attributes { add(attribute, &taken) }
        }
    }

    /// The name of the struct of a composite attribute.
    func name(of attribute: AttributeDocument) -> String {
        let name = Self.compositeName(of: attribute)
        return names[name] ?? name
    }

    private mutating func add(_ composite: CompositeDocument, _ taken: inout Set<String>) {
        guard names[composite.name] == nil else { return }
        var name = String(composite.name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        if !SwiftName.isIdentifier(name) { name = "Composite" + name }
        while taken.contains(name) { name += "Value" }
        taken.insert(name)
        names[composite.name] = name
        composites.append(CompositeDocument(name: name, elements: composite.elements))
        for element in composite.elements { add(element, &taken) }
    }

    private mutating func add(_ attribute: AttributeDocument, _ taken: inout Set<String>) {
        guard attribute.type == AttributeType.composite else { return }
        add(CompositeDocument(name: Self.compositeName(of: attribute), elements: attribute.elements), &taken)
    }

    /// The name of an attribute's composite type, made from the attribute's name for a compiled model, which has no such names.
    private static func compositeName(of attribute: AttributeDocument) -> String {
        attribute.compositeName ?? SwiftName.capitalized(attribute.traits.name)
    }
}
