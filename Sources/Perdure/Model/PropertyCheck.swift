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

    func run() throws {
        guard !property.name.isEmpty else { throw ErrorMessages.propertyWithoutName(entity: entity.name) }
        guard !ReservedNames.all.contains(property.name) else {
            throw ErrorMessages.reservedName(entity: entity.name, property: property.name)
        }
        switch property {
        case let attribute as NSAttributeDescription: try attribute.check(in: entity)
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
}
