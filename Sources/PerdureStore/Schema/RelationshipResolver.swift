// SPDX-License-Identifier: Apache-2.0
// Resolves the names at the ends of a relationship to numbers. Used by SchemaBuilder.swift only.

/// Finds a relationship's destination and inverse.
struct RelationshipResolver {
    let builder: SchemaBuilder

    func resolve(
        _ relationship: RelationshipDefinition, named name: String, in entity: EntityDefinition
    ) throws -> RelationshipLayout {
        guard let destination = builder.numbers[relationship.destination] else {
            throw StoreError.invalidSchema(
                "relationship \"\(entity.name).\(name)\" has the unknown destination \"\(relationship.destination)\""
            )
        }
        let inverse = try inverse(of: relationship, named: name, in: entity)
        let isReflexive = inverse.map { $0.name == name && relationship.destination == entity.name } ?? false
        let isManyToMany = relationship.isToMany && inverse?.definition.isToMany == true
        return RelationshipLayout(
            destination: destination, inverseSlot: inverse?.slot, isToMany: relationship.isToMany,
            isOrdered: relationship.isOrdered, isManyToMany: isManyToMany, isReflexive: isReflexive,
            listsLinks: listsLinks(name, entity, inverse))
    }

    private struct Inverse {
        let name: String
        let slot: Int
        let declaringEntity: String
        let definition: RelationshipDefinition
    }

    private func inverse(
        of relationship: RelationshipDefinition, named name: String, in entity: EntityDefinition
    ) throws -> Inverse? {
        guard let inverseName = relationship.inverse else { return nil }
        let properties = builder.allProperties(of: relationship.destination)
        guard let slot = properties.firstIndex(where: { $0.name == inverseName }),
            case .relationship(let definition) = properties[slot].kind
        else {
            throw StoreError.invalidSchema(
                "relationship \"\(entity.name).\(name)\" has the inverse \"\(inverseName)\", which "
                    + "\"\(relationship.destination)\" does not have")
        }
        let owner = declaringEntity(of: inverseName, from: relationship.destination)
        return Inverse(name: inverseName, slot: slot, declaringEntity: owner, definition: definition)
    }

    private func declaringEntity(of property: String, from entity: String) -> String {
        var current = builder.definition(entity)
        while let candidate = current {
            if candidate.properties.contains(where: { $0.name == property }) { return candidate.name }
            current = candidate.superentity.flatMap(builder.definition)
        }
        return entity
    }

    /// The smaller entity number lists the links; on one entity, the greater name does (as the join table's name).
    private func listsLinks(_ name: String, _ entity: EntityDefinition, _ inverse: Inverse?) -> Bool {
        guard let inverse else { return true }
        let own = builder.numbers[entity.name]!
        let other = builder.numbers[inverse.declaringEntity]!
        return own == other ? name >= inverse.name : own < other
    }
}
