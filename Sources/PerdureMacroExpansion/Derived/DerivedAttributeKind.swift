// SPDX-License-Identifier: Apache-2.0
// Attributes that the store computes.

import PerdureAccessorText
import SwiftDiagnostics
import SwiftSyntax

/// An attribute with @Derived.
enum DerivedAttributeKind: PropertyKind {
    static let name = "derived"

    static func readOptions(of markers: PropertyMarkers, into property: inout ManagedProperty) {
        property.readExpressionMarker(markers, "Derived", as: self)
    }

    static func check(_ check: inout PropertyCheck) { check.checkDerived() }

    static let obstacleToUniqueness: String? = "derived"

    static func accessor(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        AccessorText(get: PlainAttributeKind.accessor(of: property, at: slot).get)
    }

    static func declaration(of property: ManagedProperty) -> String {
        let declaration = PropertyDeclarationWriter(property: property)
        // The model's attribute is optional: it is nil until a save, even if the property reads nil as another value.
        let arguments = ["as: \(property.type.text).self", "isOptional: true", declaration.expression]
        let preset = property.arguments.text("default").map { ["default: \($0)"] } ?? []
        return declaration.call("derived", arguments + preset)
    }
}

extension PropertyCheck {
    fileprivate mutating func checkDerived() {
        checkExpression("derived attribute", "Derived")
        if let initializer = binding.initializer {
            report(.derivedDefault(name), at: initializer.value, Remedy.removeInitialValue(of: binding))
        }
        if let setter = accessors.setter {
            report(.derivedSetter(name), at: setter.accessorSpecifier, removing(setter))
        }
        for option in ["unique", "externalStorage"] {
            if let argument = property.options.first(where: { MacroArguments.optionName($0) == option }) {
                report(.optionConflict(name, "derived", option), at: argument)
            }
        }
        if !hasErrors { checkZero() }
    }

    private func removing(_ setter: AccessorDeclSyntax) -> FixIt? {
        guard case .accessors(let list) = binding.accessorBlock?.accessors else { return nil }
        return Remedy.replace(list, with: list.filter { $0.id != setter.id }, "remove the setter")
    }
}

extension Problem {
    fileprivate static func derivedSetter(_ name: String) -> Problem {
        Problem(
            id: "derivedSetter",
            message:
                "derived attribute '\(name)' cannot have a setter: its value is computed from its expression")
    }

    fileprivate static func derivedDefault(_ name: String) -> Problem {
        Problem(
            id: "derivedDefault",
            message:
                "derived attribute '\(name)' cannot have an initial value: it is computed from its expression"
        )
    }
}
