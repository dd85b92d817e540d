// SPDX-License-Identifier: Apache-2.0
// Relationships. PropertyCheck+Relationships.swift has their rules; ToManyWriter.swift writes the methods of to-many
// relationships.

import PerdureAccessorText
import SwiftSyntax

/// A property with @Relationship.
enum RelationshipKind: PropertyKind {
    static let name = "relationship"
    static let isAttribute = false

    static func readOptions(of markers: PropertyMarkers, into property: inout ManagedProperty) {
        guard markers["Relationship"] != nil else { return }
        property.kind = self
        property.arguments = markers.arguments("Relationship")
        property.options = property.arguments.unlabelled
    }

    static func check(_ check: inout PropertyCheck) { check.checkRelationship() }

    static let obstacleToUniqueness: String? = "a relationship"

    static func indexProblem(_ property: ManagedProperty, _ key: String, isRegion: Bool) -> Problem? {
        guard case .single = property.type.shape else {
            return .illegalIndexElement(key, "a to-many relationship")
        }
        return isRegion ? .regionIndex(key, property.type.text) : nil
    }

    static func accessor(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        switch property.type.shape {
        case .single: slot.toOne(as: property.type.text)
        case .set(let element): slot.members(as: element)
        case .array(let element): slot.orderedMembers(as: element)
        case .objectSet: objects(property, "NSSet", slot.objectSet(isOrdered: false))
        case .orderedObjectSet: objects(property, "NSOrderedSet", slot.objectSet(isOrdered: true))
        }
    }

    private static func objects(_ property: ManagedProperty, _ type: String, _ text: AccessorText)
        -> AccessorText
    {
        property.type.isOptional ? text : AccessorText(get: "\(text.get) ?? \(type)()", set: text.set)
    }

    static func primitive(of property: ManagedProperty, at slot: SlotText) -> AccessorText {
        switch property.type.shape {
        case .single: slot.primitiveToOne(as: property.type.text)
        case .set(let element): slot.primitiveMembers(as: element)
        case .array(let element): slot.primitiveOrderedMembers(as: element)
        case .objectSet: primitiveObjects(property, "NSSet", slot)
        case .orderedObjectSet: primitiveObjects(property, "NSOrderedSet", slot)
        }
    }

    private static func primitiveObjects(_ property: ManagedProperty, _ type: String, _ slot: SlotText)
        -> AccessorText
    {
        let key = "forKey: \"\(property.name)\""
        return AccessorText(
            get: "primitiveValue(\(key)) as? \(type)", set: "setPrimitiveValue(\(slot.value), \(key))")
    }

    static func primitiveType(of property: ManagedProperty) -> String {
        switch property.type.shape {
        case .set, .array: property.type.text
        case .single, .objectSet, .orderedObjectSet: property.type.optionalText
        }
    }

    static func methods(of property: ManagedProperty, at slot: SlotText, declaredNames: Set<String>)
        -> [[String]]
    {
        ToManyWriter(property: property, slot: slot, declaredNames: declaredNames).declarations
    }
}
