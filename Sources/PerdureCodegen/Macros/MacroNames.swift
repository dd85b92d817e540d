// SPDX-License-Identifier: Apache-2.0
// The names of classes and structs in sources with macros. Part of MacroGenerator.swift.

import PerdureAccessorText
import PerdureModelFormat

/// The Swift names of a model's entities and of the types of their nested values.
struct MacroNames: Sendable {
    /// The types of nested values.
    private(set) var structs = MacroStructs()
    private var classes: [String: String] = [:]
    /// The names of the model's own types.
    private var taken: Set<String> = []

    private let model: ModelDocument

    init(_ model: ModelDocument) throws {
        self.model = model
        for entity in model.entities { try add(entity) }
        structs.add(model, &taken)
    }

    /// The class of an entity.
    subscript(entity: String) -> String { classes[entity] ?? entity }

    /// The configurations that an entity is in.
    func configurations(of entity: String) -> [String] {
        model.configurations.filter { $0.entityNames.contains(entity) }.map(\.name)
    }

    /// The properties that an entity's ancestors declare, by name.
    func inheritedNames(of entity: EntityDocument) -> Set<String> {
        var names: Set<String> = []
        var seen: Set = [entity.name]
        var parent = entity.superentityName
        while let name = parent, seen.insert(name).inserted, let ancestor = model.entity(named: name) {
            names.formUnion(ancestor.attributes.map(\.traits.name))
            names.formUnion(ancestor.relationships.map(\.traits.name))
            names.formUnion(ancestor.fetchedProperties.map(\.traits.name))
            parent = ancestor.superentityName
        }
        return names
    }

    private mutating func add(_ entity: EntityDocument) throws {
        let written = entity.bareClassName ?? entity.name
        // Several entities may share a class, but each macro class has exactly one entity.
        let name = [written, entity.name, entity.name + "Entity"].first(where: isFree)
        guard let name else {
            throw ModelFormatError(
                .unsupported, "no class can be named '\(written)': rename the entity or its class",
                entity: entity.name)
        }
        taken.insert(name)
        classes[entity.name] = name
    }

    private func isFree(_ name: String) -> Bool {
        SwiftName.isIdentifier(name) && !SwiftName.impossible.contains(name) && name != "NSManagedObject"
            && !taken.contains(name)
    }

    /// A type of Foundation or the standard library, with its module where the model has a class of that name.
    func spelled(_ type: String, _ module: String) -> String {
        taken.contains(type) ? "\(module).\(type)" : type
    }

    func spelled(_ type: TypeName) -> String { spelled(type.name, type.module) }
}
