// SPDX-License-Identifier: Apache-2.0
// The slots of properties, by name. They are kept, because many relationships may lead to one entity. Used by SchemaBuilder and
// RelationshipResolver.

/// The slots of properties, computed once for each entity that a caller asks for.
final class PropertySlots {
    /// A property of an entity, own or inherited.
    struct PropertySlot {
        let slot: Int
        let declaringEntity: String
        let definition: PropertyDefinition
    }

    private let definitions: [String: EntityDefinition]
    private var places: [String: [String: PropertySlot]] = [:]

    init(_ definitions: [String: EntityDefinition]) { self.definitions = definitions }

    /// The property of a name; if a name repeats, the outermost ancestor's first property.
    func slot(of property: String, in entity: String) -> PropertySlot? { all(of: entity)[property] }

    private func all(of entity: String) -> [String: PropertySlot] {
        if let known = places[entity] { return known }
        var found: [String: PropertySlot] = [:]
        var slot = 0
        for ancestor in lineage(of: entity) {
            for property in ancestor.properties.sorted(by: { $0.name < $1.name }) {
                if found[property.name] == nil {
                    found[property.name] = PropertySlot(
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
