// SPDX-License-Identifier: Apache-2.0
// The smallest model that rules can look at: names.

import PerdurePredicates

/// Entities by name.
struct NamedModel: ModelRelationships {
    struct Entity {
        var name: String?
        var parent: String?
        var properties: [String] = []
    }

    struct Relationship {
        var owner: String
        var name: String
        var destination: String?
        var inverse: String?
        var minimum = 0
        var maximum = 1
    }

    var entities: [Entity] = []
    var relationships: [Relationship] = []

    /// Reads "Child:Parent(name age)", one entity a word; parent and properties may be missing.
    init(_ text: String, _ relationships: [Relationship] = []) {
        self.relationships = relationships
        entities = text.split(separator: ";").map { word in
            let parts = word.split(separator: "(", maxSplits: 1).map(String.init)
            let names = parts[0].split(separator: ":").map(String.init)
            let properties = parts.count > 1 ? parts[1].dropLast().split(separator: " ").map(String.init) : []
            return Entity(
                name: names[0], parent: names.count > 1 ? names[1] : nil, properties: properties)
        }
    }

    func id(of entity: Entity) -> String? { entity.name }
    func name(of entity: Entity) -> String? { entity.name }
    func parent(of entity: Entity) -> ModelReference<Entity> { reference(entity.parent) }
    func propertyNames(of entity: Entity) -> [String] { entity.properties }
    func propertyCount(of entity: Entity) -> Int { entity.properties.count }

    func path(of relationship: Relationship) -> (entity: String?, name: String) {
        (relationship.owner, relationship.name)
    }
    func counts(of relationship: Relationship) -> (minimum: Int, maximum: Int) {
        (relationship.minimum, relationship.maximum)
    }
    func destination(of relationship: Relationship) -> ModelReference<Entity> {
        reference(relationship.destination)
    }
    func inverse(of relationship: Relationship, at destination: Entity) -> ModelReference<Relationship> {
        guard let name = relationship.inverse else { return .none }
        return relationships.first { $0.name == name }.map { .known($0) } ?? .unknown(name)
    }
    func inverseName(of relationship: Relationship) -> String? { relationship.inverse }
    func isInverse(_ other: Relationship, of relationship: Relationship) -> Bool {
        relationship.inverse == other.name
    }
    func has(_ entity: Entity, _ relationship: Relationship) -> Bool {
        lineageNames(of: entity).contains(relationship.owner)
    }

    private func lineageNames(of entity: Entity) -> [String] {
        [entity.name, entity.parent].compactMap(\.self)
    }

    private func reference(_ name: String?) -> ModelReference<Entity> {
        guard let name else { return .none }
        return entities.first { $0.name == name }.map { .known($0) } ?? .unknown(name)
    }

    /// What the rules of entities and of properties' names find.
    var faults: [String] {
        var hierarchy = HierarchyRules(self)
        var names = PropertyNameRules(self)
        return Self.texts(.all { hierarchy.check($0) })
            + entities.flatMap { entity in Self.texts(.all { names.checkRepetitions(in: entity, $0) }) }
    }

    /// What the rules of a relationship find.
    func faults(of relationship: Relationship) -> [String] {
        let owner = entities.first { $0.name == relationship.owner } ?? entities[0]
        let rules = RelationshipRules(self, relationship, of: owner)
        return Self.texts(.all { rules.checkEnds($0) }) + Self.texts(.all { rules.checkCounts($0) })
    }

    /// Faults with their places.
    static func texts(_ faults: [ModelFault]) -> [String] {
        faults.map { fault in
            let place = [fault.entity, fault.property].compactMap(\.self).joined(separator: ".")
            return "\(place): \(fault.text.quoted("'"))"
        }
    }
}
