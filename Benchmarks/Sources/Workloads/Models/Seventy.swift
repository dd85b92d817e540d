// SPDX-License-Identifier: Apache-2.0
// A model as large as those of grown applications: seventy entities with ten attributes and two relationships each.

import CoreData

/// The model of Opening.swift.
enum Seventy {
    static let entityCount = 70

    static func makeModel() -> NSManagedObjectModel {
        let entities = (1...entityCount).map { number in
            let entity = NSEntityDescription()
            entity.name = "Kind\(number)"
            let types: [NSAttributeType] = [
                .stringAttributeType, .integer64AttributeType, .doubleAttributeType, .dateAttributeType,
                .booleanAttributeType,
            ]
            entity.properties = (1...10).map { Item.attribute("value\($0)", types[$0 % types.count]) }
            return entity
        }
        for (place, entity) in entities.enumerated() {
            let (one, many) = (NSRelationshipDescription(), NSRelationshipDescription())
            let next = entities[(place + 1) % entities.count]
            (one.name, one.destinationEntity, one.maxCount) = ("next", next, 1)
            (many.name, many.destinationEntity) = ("former", entity)
            (one.inverseRelationship, many.inverseRelationship) = (many, one)
            entity.properties.append(one)
            next.properties.append(many)
        }
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }
}

extension Seed {
    /// A store of the model, without rows.
    static let seventy = Seed(name: "seventy") { file, _ in
        try Stack(file, model: Seventy.makeModel()).close()
    }
}
