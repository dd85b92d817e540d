// SPDX-License-Identifier: Apache-2.0
// The structs that stand for a model's composite types in macro classes: their names, and their sources by
// MacroCompositeWriter.swift. Part of MacroNames.swift.

import PerdureModelFormat

/// The structs of a model.
struct MacroStructs: Sendable {
    /// Composite types, with names that Swift allows, each once.
    private var composites: [CompositeDocument] = []
    private var names: [String: String] = [:]

    /// Adds the composite types of a model.
    mutating func add(_ model: ModelDocument, _ taken: inout Set<String>) {
        for composite in model.composites { add(composite, &taken) }
        for entity in model.entities {
            for attribute in entity.attributes { add(attribute, &taken) }
        }
    }

    /// The struct of a composite attribute.
    func name(of attribute: AttributeDocument) -> String {
        let name = Self.compositeName(of: attribute)
        return names[name] ?? name
    }

    /// What one struct is called, its source, and what it cannot say.
    struct Source {
        let name: String
        let text: SwiftText
        let limits: [String]
    }

    /// The sources of all structs.
    func sources(_ names: MacroNames) -> [Source] {
        composites.map { composite in
            var writer = MacroCompositeWriter(composite, names)
            let text = writer.text()
            return Source(name: composite.name, text: text, limits: writer.limits)
        }
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

    /// Compiled models do not name composite types.
    private static func compositeName(of attribute: AttributeDocument) -> String {
        attribute.compositeName ?? SwiftName.capitalized(attribute.traits.name)
    }
}
