// SPDX-License-Identifier: Apache-2.0
// Where the properties of entities stand, by name: many relationships may lead to one entity. Used by SchemaBuilder and
// RelationshipResolver.

/// The slots of properties, found out once for each entity that somebody asks about.
final class PropertyPlaces {
    /// A property of an entity, own or inherited.
    struct Place {
        let slot: Int
        let declaringEntity: String
        let definition: PropertyDefinition
    }

    private let definitions: [String: EntityDefinition]
    private var places: [String: [String: Place]] = [:]

    init(_ definitions: [String: EntityDefinition]) { self.definitions = definitions }

    /// The nearest property of a name; of two in one entity the first.
    func place(of property: String, in entity: String) -> Place? { all(of: entity)[property] }

    private func all(of entity: String) -> [String: Place] {
        if let known = places[entity] { return known }
        var found: [String: Place] = [:]
        var slot = 0
        for ancestor in lineage(of: entity) {
            for property in ancestor.properties.sorted(by: { $0.name < $1.name }) {
                if found[property.name] == nil {
                    found[property.name] = Place(
                        slot: slot, declaringEntity: ancestor.name, definition: property)
                }
                slot += 1
            }
        }
        places[entity] = found
        return found
    }

    /// The entity and its ancestors, outermost first.
    private func lineage(of entity: String) -> [EntityDefinition] {
        var chain: [EntityDefinition] = []
        var current = definitions[entity]
        while let next = current {
            chain.append(next)
            current = next.superentity.flatMap { definitions[$0] }
        }
        return chain.reversed()
    }
}
