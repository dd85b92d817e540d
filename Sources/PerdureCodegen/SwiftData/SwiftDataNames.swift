// SPDX-License-Identifier: Apache-2.0
// The names of classes and properties in sources with @Model. A class is named as its entity, because SwiftData names entities
// as their classes. Part of SwiftDataGenerator.swift.

import PerdureModelFormat

/// The names of a model's classes, and which entities stand above others.
struct SwiftDataNames: Sendable {
    /// The names of structs, and types of Foundation beside the model's own.
    let plain: MacroNames
    private let model: ModelDocument

    /// Names that `PersistentModel` has taken.
    private static let taken: Set = ["description", "hash", "persistentModelID"]

    init(_ model: ModelDocument) throws {
        self.model = model
        var named = model
        for index in named.entities.indices { named.entities[index].className = named.entities[index].name }
        plain = try MacroNames(named)
        for entity in model.entities where plain[entity.name] != entity.name {
            throw ModelFormatError(
                .unsupported, "no class can be named '\(entity.name)': rename the entity", entity: entity.name
            )
        }
    }

    /// The name of a property in its class.
    ///
    /// - Throws: `ModelFormatError` for a name that Swift does not allow.
    func property(_ name: String, of entity: String) throws -> String {
        guard SwiftName.isIdentifier(name), !SwiftName.impossible.contains(name) else {
            throw ModelFormatError(
                .unsupported, "no property can be named '\(name)': rename it", entity: entity, property: name)
        }
        return Self.isTaken(name) ? name + "Value" : SwiftName.spelled(name)
    }

    /// Whether a model class cannot have a property of the name.
    static func isTaken(_ name: String) -> Bool { taken.contains(name) }

    func hasSubentities(_ entity: EntityDocument) -> Bool {
        model.entities.contains { $0.superentityName == entity.name }
    }

    func parent(of entity: EntityDocument) -> EntityDocument? {
        entity.superentityName.flatMap { model.entity(named: $0) }
    }

    /// Whether a relationship says the inverse for both sides: the one that comes first in the model does.
    func saysInverse(_ relationship: RelationshipDocument, of entity: String) -> Bool {
        guard let inverse = relationship.inverseName else { return false }
        let other = relationship.destinationEntityName ?? ""
        let places = model.entities.flatMap { entity in
            entity.relationships.map { (entity.name, $0.traits.name) }
        }
        let first = places.first { $0 == (entity, relationship.traits.name) || $0 == (other, inverse) }
        return first.map { $0 == (entity, relationship.traits.name) } ?? false
    }
}
