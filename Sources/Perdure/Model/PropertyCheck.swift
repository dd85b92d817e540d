// SPDX-License-Identifier: Apache-2.0
// What makes a property unusable. Part of ModelCheck.swift.

import Foundation
import PerdureModelFormat
import PerdurePredicates

/// Checks one property.
struct PropertyCheck {
    let property: NSPropertyDescription
    let entity: NSEntityDescription

    init(_ property: NSPropertyDescription, in entity: NSEntityDescription) {
        self.property = property
        self.entity = entity
    }

    /// Names that objects answer to already.
    static let reservedNames: Set<String> = [
        "class", "debugDescription", "description", "entity", "faultingState", "hasChanges",
        "hasPersistentChangedValues", "hash", "isDeleted", "isEditing", "isEqual", "isFault", "isInserted",
        "isProxy", "isUpdated", "managedObjectContext", "objectID", "objectSpecifier", "observationInfo",
        "self", "superclass", "zone",
    ]

    func run() throws {
        guard !property.name.isEmpty else { throw ErrorMessages.propertyWithoutName(entity: entity.name) }
        guard !Self.reservedNames.contains(property.name) else {
            throw ErrorMessages.reservedName(entity: entity.name, property: property.name)
        }
        switch property {
        case let composite as NSCompositeAttributeDescription:
            try checkElements(of: composite, path: composite.name, outer: [])
        case let derived as NSDerivedAttributeDescription: try checkDerivation(of: derived)
        case let relationship as NSRelationshipDescription:
            try RelationshipCheck(relationship, in: entity).run()
        default: break
        }
        // Conversion checks the default value's class; what it gives is not needed yet.
        if let attribute = property as? NSAttributeDescription {
            _ = try AttributeConstant(attribute).defaultConstant(in: entity)
            _ = try MergeRuleReading(attribute, entity: entity.name).rule()
        }
    }

    private func checkDerivation(of attribute: NSDerivedAttributeDescription) throws {
        if attribute.isTransient {
            throw ErrorMessages.transientDerivation(entity: entity.name, property: attribute.name)
        }
    }

    private func checkElements(
        of composite: NSCompositeAttributeDescription, path: String, outer: [NSAttributeDescription]
    ) throws {
        let outer = outer + [composite]
        var seen: Set<String> = []
        for element in composite.elements {
            let elementPath = "\(path).\(element.name)"
            guard !outer.contains(where: { $0 === element }) else {
                throw ErrorMessages.cyclicComposite(entity: entity.name, property: elementPath)
            }
            guard !element.name.isEmpty, seen.insert(element.name).inserted else {
                throw ErrorMessages.ambiguousElement(entity: entity.name, property: elementPath)
            }
            guard !element.isTransient, !(element is NSDerivedAttributeDescription) else {
                throw ErrorMessages.illegalElement(entity: entity.name, property: elementPath)
            }
            if let nested = element as? NSCompositeAttributeDescription {
                guard outer.count < ModelLimits.composites else {
                    throw ErrorMessages.deepComposite(
                        entity: entity.name, property: elementPath, ModelLimits.composites)
                }
                try checkElements(of: nested, path: elementPath, outer: outer)
            }
            _ = try AttributeConstant(element).defaultConstant(in: entity)
        }
    }
}
