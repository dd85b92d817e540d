// SPDX-License-Identifier: Apache-2.0
// Resolves the names at the ends of a relationship to numbers. Used by SchemaBuilder.swift only.

import PerdurePredicates

/// Finds a relationship's destination and inverse.
struct RelationshipResolver {
    let builder: SchemaBuilder

    func resolve(
        _ relationship: RelationshipDefinition, named name: String, in entity: EntityDefinition
    ) throws -> RelationshipLayout {
        guard let destination = builder.numbers[relationship.destination] else {
            throw StoreError.invalidSchema(
                .unknownDestination((entity.name, name), relationship.destination))
        }
        let inverse = try inverse(of: relationship, named: name, in: entity)
        let isReflexive = inverse.map { $0.name == name && relationship.destination == entity.name } ?? false
        let isManyToMany = relationship.isToMany && inverse?.definition.isToMany == true
        return RelationshipLayout(
            destination: destination, inverseSlot: inverse?.slot, isToMany: relationship.isToMany,
            isOrdered: relationship.isOrdered, isManyToMany: isManyToMany,
            isExclusive: inverse?.definition.isToMany == false, isReflexive: isReflexive,
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
        let place = builder.properties.slot(of: inverseName, in: relationship.destination)
        guard let place, case .relationship(let definition) = place.definition.kind
        else {
            throw StoreError.invalidSchema(
                .unknownInverse((entity.name, name), inverseName, at: relationship.destination))
        }
        return Inverse(
            name: inverseName, slot: place.slot, declaringEntity: place.declaringEntity,
            definition: definition)
    }

    /// The end with the smaller entity number lists the links; on one entity, the greater name does (as the join table's name).
    private func listsLinks(_ name: String, _ entity: EntityDefinition, _ inverse: Inverse?) -> Bool {
        guard let inverse else { return true }
        let own = builder.numbers[entity.name]!
        let other = builder.numbers[inverse.declaringEntity]!
        return own == other ? name >= inverse.name : own < other
    }
}
