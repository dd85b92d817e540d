// SPDX-License-Identifier: Apache-2.0
// Fetched properties, which return the objects that satisfy a predicate.

import PerdureAccessorText
import SwiftSyntax

/// A property with @FetchedProperty.
enum FetchedPropertyKind: PropertyKind {
    static let name = "fetched"
    static let isAttribute = false
    static let hasSlot = false

    static func readOptions(of markers: PropertyMarkers, into property: inout ManagedProperty) {
        property.readExpressionMarker(markers, "FetchedProperty", as: self)
    }

    static func check(_ check: inout PropertyCheck) { check.checkFetched() }

    static let obstacleToUniqueness: String? = "a fetched property"

    static func indexProblem(_ property: ManagedProperty, _ key: String, isRegion: Bool) -> Problem? {
        .illegalIndexElement(key, "a fetched property")
    }

    static func accessor(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        AccessorText(get: "_fetched(\"\(property.name)\", as: \(element(of: property)).self)")
    }

    static func declaration(of property: ManagedProperty) -> String {
        let declaration = PropertyDeclarationWriter(property: property)
        var all = ["of: \(element(of: property)).self", declaration.predicate]
        if let sort = property.arguments.text("sort") { all.append("sortedBy: \(sort)") }
        if let limit = property.arguments.text("limit") { all.append("limit: \(limit)") }
        return declaration.call("fetched", all)
    }

    /// The class of the objects; the check has already made sure that the property is an array.
    private static func element(of property: ManagedProperty) -> String {
        guard case .array(let element) = property.type.shape else { return property.type.text }
        return element
    }
}

extension PropertyCheck {
    fileprivate mutating func checkFetched() {
        checkExpression("fetched property", "FetchedProperty")
        if property.initial.expression != nil, let initializer = binding.initializer {
            report(.fetchedDefault(name), at: initializer.value, Remedy.removeInitialValue(of: binding))
        }
        guard case .array = property.type.shape, !property.type.isOptional else {
            return report(.fetchedType(name, typeNode.trimmedDescription), at: typeNode)
        }
    }
}

extension Problem {
    fileprivate static func fetchedType(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "fetchedType",
            message: "fetched property '\(name)' must be an Array of managed objects, not '\(type)'")
    }

    fileprivate static func fetchedDefault(_ name: String) -> Problem {
        Problem(
            id: "fetchedDefault",
            message:
                "fetched property '\(name)' cannot have an initial value: it shows what its predicate finds")
    }
}
