// SPDX-License-Identifier: Apache-2.0
// Random models and their next versions.

import PerdurePredicates
import PerdureStore

/// Makes models; the same ones for the same seed.
struct RandomVersions: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// A model of up to eight entities; parents stand before their children.
    mutating func version() -> [EntityDefinition] {
        var model: [EntityDefinition] = []
        for number in 0..<Int.random(in: 1...8, using: &self) {
            let parent = one(in: 2) ? model.randomElement(using: &self)?.name : nil
            model.append(EntityDefinition("E\(number)", superentity: parent, isAbstract: one(in: 5)))
        }
        let names = model.map(\.name)
        for index in model.indices {
            for number in 0..<Int.random(in: 0...4, using: &self) {
                model[index].properties.append(property("p\(index)_\(number)", names))
            }
        }
        return model
    }

    private mutating func property(_ name: String, _ entities: [String]) -> PropertyDefinition {
        var made =
            one(in: 3)
            ? relationship(
                name, to: entities.randomElement(using: &self) ?? "", optional: !one(in: 4),
                many: one(in: 2), ordered: false)
            : attribute(
                name,
                [.string, .integer16, .integer64, .double, .boolean, .date].randomElement(using: &self)
                    ?? .string,
                optional: !one(in: 4), default: one(in: 4) ? .integer(1) : nil)
        made.isTransient = one(in: 10)
        return made
    }

    /// Another version: some things renamed, added, removed, moved or of another kind.
    mutating func changed(_ model: [EntityDefinition]) -> [EntityDefinition] {
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
        if one(in: 3) { new.append(EntityDefinition("N", properties: [property("n", new.map(\.name))])) }
        return new
    }

    /// The same model under other names, with identifiers.
    mutating func renamed(_ model: [EntityDefinition]) -> [EntityDefinition] {
        var names: [String: String] = [:]
        for entity in model { names[entity.name] = one(in: 2) ? "R\(entity.name)" : entity.name }
        return model.map { old in
            var new = old
            new.name = names[old.name] ?? old.name
            new.formerName = new.name == old.name ? nil : old.name
            new.superentity = old.superentity.flatMap { names[$0] }
            new.properties = old.properties.map { renamed($0, names) }
            return new
        }
    }

    private mutating func renamed(_ old: PropertyDefinition, _ names: [String: String]) -> PropertyDefinition
    {
        var new = old
        if one(in: 2) {
            new.name = "r\(old.name)"
            new.formerName = old.name
        }
        if case .relationship(var relationship) = old.kind {
            relationship.destination = names[relationship.destination] ?? relationship.destination
            new.kind = .relationship(relationship)
        }
        return new
    }
}
