// SPDX-License-Identifier: Apache-2.0
// Relationships by the entity that declares them. KeptLinks.swift and LinkRebuild.swift decide what becomes of each.

import PerdureStore

/// A relationship of the destination: the entity that declares it, and its slot.
package struct RelationshipPlace: Hashable {
    package let entity: Int32
    package let slot: Int
}

extension StoreMapping {
    /// The stored relationships of the store's entities, in the order of entities and slots.
    package var relationshipPlaces: [RelationshipPlace] {
        entities.compactMap { $0 }.flatMap { entity -> [RelationshipPlace] in
            let layout = schema[entity.entity]
            return layout.properties[layout.inheritedCount...].compactMap { property in
                guard property.relationship != nil, !property.isTransient,
                    entity.slots[property.slot] != .none
                else { return nil }
                return RelationshipPlace(entity: entity.entity, slot: property.slot)
            }
        }
    }

    /// The compiled relationship at a place.
    package func relationship(_ place: RelationshipPlace) -> RelationshipLayout {
        guard let relationship = schema[place.entity].properties[place.slot].relationship else {
            fatalError("a place names a relationship")
        }
        return relationship
    }

    /// The place of the inverse; nil without one, and for one that is not stored.
    package func inverse(of place: RelationshipPlace) -> RelationshipPlace? {
        let relationship = relationship(place)
        guard let slot = relationship.inverseSlot, self[relationship.destination] != nil else { return nil }
        let property = schema[relationship.destination].properties[slot]
        return property.isTransient
            ? nil : RelationshipPlace(entity: property.declaringEntity, slot: slot)
    }

    /// The columns of a relationship.
    package func columns(_ place: RelationshipPlace) -> SlotColumns {
        self[place.entity]?.slots[place.slot] ?? .none
    }
}
