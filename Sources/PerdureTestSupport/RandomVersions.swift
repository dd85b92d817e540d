// SPDX-License-Identifier: Apache-2.0
// Random models and their next versions.

import PerdurePredicates
import PerdureStore

/// Makes models; the same ones for the same seed.
package struct RandomVersions: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    package mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// A model of up to eight entities; parents stand before their children.
    package mutating func version() -> [EntityDefinition] {
        var model: [EntityDefinition] = []
        for number in 0..<Int.random(in: 1...8, using: &self) {
            let parent = one(in: 2) ? model.randomElement(using: &self)?.name : nil
            model.append(EntityDefinition("E\(number)", superentity: parent, isAbstract: one(in: 5)))
        }
        let names = model.map(\.name)
        // Siblings may have it each, until it moves to their parent.
        let shared = property("s", names)
        for index in model.indices {
            if one(in: 3) { model[index].properties.append(shared) }
            for number in 0..<Int.random(in: 0...4, using: &self) {
                model[index].properties.append(property("p\(index)_\(number)", names))
            }
        }
        return paired(model.withoutShadowed, "i")
    }

    private mutating func property(_ name: String, _ entities: [String]) -> PropertyDefinition {
        var made: PropertyDefinition
        if one(in: 2) {
            let isMany = one(in: 2)
            let ends = RelationshipDefinition(
                to: entities.randomElement(using: &self) ?? "", isToMany: isMany,
                isOrdered: isMany && one(in: 3))
            made = PropertyDefinition(name, isOptional: !one(in: 5), .relationship(ends))
        } else {
            made = PropertyDefinition(name, isOptional: !one(in: 4), .attribute(definition()))
        }
        made.isTransient = one(in: 10)
        return made
    }

    private mutating func definition() -> AttributeDefinition {
        let types: [StoredAttributeType] = [
            .string, .integer16, .integer64, .double, .boolean, .date, .decimal, .float,
        ]
        let type = types.randomElement(using: &self) ?? .string
        guard one(in: 3), type != .date else { return AttributeDefinition(type) }
        return AttributeDefinition(type, defaultValue: type == .string ? .string("given") : .integer(1))
    }

    /// Gives some relationships without an inverse one, under names that begin so.
    private mutating func paired(_ model: [EntityDefinition], _ prefix: String) -> [EntityDefinition] {
        var new = model
        for index in new.indices {
            for place in new[index].properties.indices {
                guard case .relationship(var relationship) = new[index].properties[place].kind,
                    relationship.inverse == nil, !new[index].properties[place].isTransient, one(in: 2),
                    let other = new.firstIndex(where: { $0.name == relationship.destination })
                else { continue }
                let first = "\(prefix)\(new[index].properties[place].name)"
                let names = [first, "\(first)_\(index)"]
                guard let name = names.first(where: { !Self.has(new, $0) }) else { continue }
                relationship.inverse = name
                new[index].properties[place].kind = .relationship(relationship)
                let isMany = one(in: 2)
                var back = PropertyDefinition(
                    name,
                    .relationship(
                        RelationshipDefinition(
                            to: new[index].name, inverse: new[index].properties[place].name,
                            isToMany: isMany, isOrdered: isMany && one(in: 3))))
                back.isOptional = true
                new[other].properties.append(back)
            }
        }
        return new
    }

    private static func has(_ model: [EntityDefinition], _ property: String) -> Bool {
        model.contains { $0.properties.contains { $0.name == property } }
    }

    /// Another version: some things renamed, added, removed, moved or of another kind.
    package mutating func changed(_ model: [EntityDefinition]) -> [EntityDefinition] {
        var new = one(in: 2) ? renamed(model) : model
        for index in new.indices {
            if one(in: 4) { new[index].superentity = new[..<index].randomElement(using: &self)?.name }
            if one(in: 6) { new[index].isAbstract.toggle() }
            if one(in: 3) { new[index].properties.removeAll { _ in Bool.random(using: &self) } }
            if one(in: 3) { new[index].properties.append(property("n\(index)", new.map(\.name))) }
            guard one(in: 3), let place = new[index].properties.indices.randomElement(using: &self) else {
                continue
            }
            let name = new[index].properties[place].name
            new[index].properties[place] = property(name, new.map(\.name))
        }
        if one(in: 6), new.count > 1 { new = without(Int.random(in: 0..<new.count, using: &self), new) }
        if one(in: 3) { new.append(EntityDefinition("N", properties: [property("n", new.map(\.name))])) }
        return paired(joined(withoutLooseInverses(moved(new))), "j")
    }

    private func without(_ index: Int, _ model: [EntityDefinition]) -> [EntityDefinition] {
        let gone = model[index]
        var new = model
        new.remove(at: index)
        for index in new.indices {
            if new[index].superentity == gone.name { new[index].superentity = gone.superentity }
            new[index].properties.removeAll {
                guard case .relationship(let relationship) = $0.kind else { return false }
                return relationship.destination == gone.name
            }
        }
        return new
    }

    /// Takes inverses away that do not lead back.
    private func withoutLooseInverses(_ model: [EntityDefinition]) -> [EntityDefinition] {
        var new = model
        for index in new.indices {
            for place in new[index].properties.indices {
                let property = new[index].properties[place]
                guard case .relationship(var relationship) = property.kind, let inverse = relationship.inverse
                else { continue }
                let other = model.first { $0.name == relationship.destination }?.properties.first {
                    $0.name == inverse
                }
                if case .relationship(let back)? = other?.kind, back.destination == new[index].name,
                    back.inverse == property.name, other?.isTransient == property.isTransient
                {
                    continue
                }
                relationship.inverse = nil
                new[index].properties[place].kind = .relationship(relationship)
            }
        }
        return new
    }

    /// The same model under other names, with identifiers.
    package mutating func renamed(_ model: [EntityDefinition]) -> [EntityDefinition] {
        var names: [String: String] = [:]
        for entity in model { names[entity.name] = one(in: 2) ? "R\(entity.name)" : entity.name }
        var properties: [String: String] = [:]
        for property in model.flatMap(\.properties) {
            properties[property.name] = one(in: 2) ? "r\(property.name)" : property.name
        }
        return model.map { old in
            var new = old
            new.name = names[old.name] ?? old.name
            new.formerName = new.name == old.name ? nil : old.name
            new.superentity = old.superentity.flatMap { names[$0] }
            new.properties = old.properties.map { Self.renamed($0, names, properties) }
            return new
        }
    }

    private static func renamed(
        _ old: PropertyDefinition, _ names: [String: String], _ properties: [String: String]
    ) -> PropertyDefinition {
        var new = old
        new.name = properties[old.name] ?? old.name
        new.formerName = new.name == old.name ? nil : old.name
        if case .relationship(var relationship) = old.kind {
            relationship.destination = names[relationship.destination] ?? relationship.destination
            relationship.inverse = relationship.inverse.map { properties[$0] ?? $0 }
            new.kind = .relationship(relationship)
        }
        return new
    }
}
