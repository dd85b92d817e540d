// SPDX-License-Identifier: Apache-2.0
// Composite attributes. Programs see dictionaries. Slots and stores keep one flat list of leaves, however deep the
// composites are nested. A list that contains only nil leaves counts as nil. Part of AttributeCoding.swift.

import Foundation
import PerdureFoundationGaps
import PerdureStore

extension AttributeCoding {
    /// The dictionary of a composite's leaves, without the leaves that are nil.
    func dictionary(_ leaves: [SlotValue]) -> [String: Any] {
        var rest = leaves[...]
        return taken(from: &rest)
    }

    private func taken(from rest: inout ArraySlice<SlotValue>) -> [String: Any] {
        var result: [String: Any] = [:]
        for element in elements {
            if element.type == .composite {
                let nested = element.taken(from: &rest)
                if !nested.isEmpty { result[element.name] = nested }
            } else if let leaf = rest.popFirst() {
                result[element.name] = element.value(leaf)
            }
        }
        return result
    }

    /// The leaves of a dictionary; nil when the value is no dictionary.
    ///
    /// - Throws: `CoreDataException` for an unknown key and for an element of a wrong class.
    func composite(_ value: Any) throws -> SlotValue? {
        guard let values = value as? [String: Any] else { return nil }
        return LiveComposite.value(of: try leaves(values))
    }

    private func leaves(_ values: [String: Any]) throws -> [SlotValue] {
        if let unknown = values.keys.first(where: { key in !elements.contains { $0.name == key } }) {
            throw ObjectErrors.unknownElement(unknown, attribute: name)
        }
        return try elements.flatMap { element -> [SlotValue] in
            let value = AnyValue.unwrapped(values[element.name]).flatMap { $0 is NSNull ? nil : $0 }
            guard element.type == .composite else { return [try element.slotValue(value)] }
            guard let nested = (value ?? [:]) as? [String: Any] else {
                throw ObjectErrors.unacceptableValue(
                    value ?? NSNull(), attribute: "\(name).\(element.name)", desired: "NSDictionary")
            }
            return try element.leaves(nested)
        }
    }

    /// A new object's value of the composite, from its elements' default values; nil when no element has one.
    var elementDefaults: SlotValue { LiveComposite.value(of: defaultLeaves) }

    private var defaultLeaves: [SlotValue] {
        elements.flatMap { element -> [SlotValue] in
            guard element.type == .composite else { return [element.details?.defaultValue ?? .null] }
            return element.details.flatMap { LiveComposite.leaves(of: $0.defaultValue) }
                ?? element.defaultLeaves
        }
    }

    /// Whether an element, at any depth, must not be nil.
    var hasMandatoryElements: Bool {
        elements.contains { $0.details?.isOptional == false || $0.hasMandatoryElements }
    }

    /// The first mandatory element without a value, as "composite.element"; nil when all mandatory elements have values.
    func missingElement(in values: [String: Any]) -> String? {
        for element in elements {
            let value = values[element.name].flatMap { PropertyValidation.isMissing($0) ? nil : $0 }
            if value == nil, element.details?.isOptional == false { return "\(name).\(element.name)" }
            if let nested = value as? [String: Any], let path = element.missingElement(in: nested) {
                return "\(name).\(path)"
            }
        }
        return nil
    }
}

extension AttributeCoding {
    /// The leaves of a composite in their order, each with its path below the attribute.
    package var leafCodings: [(path: [String], coding: AttributeCoding)] {
        elements.flatMap { element -> [(path: [String], coding: AttributeCoding)] in
            guard element.type == .composite else { return [([element.name], element)] }
            return element.leafCodings.map { ([element.name] + $0.path, $0.coding) }
        }
    }
}
