// SPDX-License-Identifier: Apache-2.0
// Next versions in which properties move within their hierarchies, and relationships become inverses of each other.

import PerdureStore

extension RandomVersions {
    /// Adds parents, and moves properties to parents and children.
    mutating func moved(_ model: [EntityDefinition]) -> [EntityDefinition] {
        var new = model
        for index in model.indices {
            if one(in: 6) { addParent(above: index, &new) }
            guard one(in: 2), let target = neighbour(of: index, new),
                let place = new[index].properties.indices.randomElement(using: &self)
            else { continue }
            new.move(place, from: index, to: target, keepingInverse: !one(in: 3))
        }
        return new.withoutShadowed
    }

    /// Puts a new entity above one, and above some of those that have the same parent.
    private mutating func addParent(above index: Int, _ model: inout [EntityDefinition]) {
        let (name, former) = ("P\(index)", model[index].superentity)
        for sibling in model.indices
        where sibling == index || (former != nil && model[sibling].superentity == former && one(in: 2)) {
            model[sibling].superentity = name
        }
        model.append(EntityDefinition(name, superentity: former, isAbstract: one(in: 2)))
    }

    /// The parent or a child of an entity.
    private mutating func neighbour(of index: Int, _ model: [EntityDefinition]) -> Int? {
        model.indices.filter {
            model[$0].name == model[index].superentity || model[$0].superentity == model[index].name
        }.randomElement(using: &self)
    }

    /// Lets relationships without inverses become inverses of each other.
    mutating func joined(_ model: [EntityDefinition]) -> [EntityDefinition] {
        var new = model
        for index in new.indices {
            for place in new[index].properties.indices where one(in: 3) {
                guard let relationship = new[index].properties[place].looseEnd,
                    let other = new.firstIndex(where: { $0.name == relationship.destination }),
                    let end = new[other].properties.indices.filter({
                        new[other].properties[$0].looseEnd != nil && (other, $0) != (index, place)
                    }).randomElement(using: &self)
                else { continue }
                let (owner, back) = (new[index].name, new[index].properties[place].name)
                let name = new[other].properties[end].name
                new[index].properties[place].change { $0.inverse = name }
                new[other].properties[end].change { ($0.inverse, $0.destination) = (back, owner) }
            }
        }
        return new
    }
}

extension [EntityDefinition] {
    /// The model without properties of names that an entity above has: these are inherited.
    var withoutShadowed: [EntityDefinition] {
        let byName = Dictionary(map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return map { entity in
            var new = entity
            let above = sequence(first: entity) { $0.superentity.flatMap { byName[$0] } }.dropFirst()
            let names = Set(above.flatMap(\.properties).map(\.name))
            new.properties.removeAll { names.contains($0.name) }
            return new
        }
    }

    /// Moves a property; the end that leads back leads to the new place then, or both ends lose their inverse.
    fileprivate mutating func move(_ place: Int, from index: Int, to target: Int, keepingInverse: Bool) {
        var property = self[index].properties[place]
        guard !self[target].properties.contains(where: { $0.name == property.name }) else { return }
        if let (other, end) = inverse(of: property) {
            let owner = self[target].name
            self[other].properties[end].change {
                if keepingInverse { $0.destination = owner } else { $0.inverse = nil }
            }
            if !keepingInverse { property.change { $0.inverse = nil } }
        }
        self[index].properties.remove(at: place)
        self[target].properties.append(property)
    }

    /// The entity and the place of a relationship's inverse.
    private func inverse(of property: PropertyDefinition) -> (entity: Int, place: Int)? {
        guard case .relationship(let relationship) = property.kind, let name = relationship.inverse,
            let entity = firstIndex(where: { $0.name == relationship.destination }),
            let place = self[entity].properties.firstIndex(where: { $0.name == name })
        else { return nil }
        return (entity, place)
    }
}

extension PropertyDefinition {
    /// A stored relationship without inverse; nil for any other property.
    fileprivate var looseEnd: RelationshipDefinition? {
        guard case .relationship(let relationship) = kind, relationship.inverse == nil, !isTransient else {
            return nil
        }
        return relationship
    }

    /// Changes a relationship.
    fileprivate mutating func change(_ body: (inout RelationshipDefinition) -> Void) {
        guard case .relationship(var relationship) = kind else { return }
        body(&relationship)
        kind = .relationship(relationship)
    }
}
