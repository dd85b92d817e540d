// SPDX-License-Identifier: Apache-2.0
// What the models of a target say about its hand-written classes: slots and kinds of properties. Part of what
// ManagedAccessorSymbols.swift needs.

import PerdureModelFormat

/// The entities of a target's models, by class.
struct ManagedModel {
    /// What a property is in the model.
    enum PropertyKind: Hashable {
        /// With its `AttributeType`.
        case attribute(Int)
        case toOne
        case toMany(isOrdered: Bool)
        case fetched
        /// Of two kinds, in two entities that have the class.
        case mixed
    }

    /// What the model says about a class.
    struct Entry {
        /// The names behind slot numbers.
        var slots: [String]
        /// The properties, inherited ones too.
        var kinds: [String: PropertyKind]
    }

    private var entries: [String: Entry] = [:]

    /// - Throws: `ModelFormatError` for an entity whose superentity or class cannot be.
    init(_ models: [ModelDocument], module: String) throws {
        for model in models {
            let classes = try ModelClasses(model, module: module)
            for entity in model.entities.sorted(by: { $0.name < $1.name }) {
                guard let reference = classes.reference(of: entity.name), reference.module == nil else {
                    continue
                }
                let lineage = try classes.lineage(of: entity)
                add(Entry(slots: classes.slots(of: lineage), kinds: Self.kinds(of: lineage)), reference.name)
            }
        }
    }

    /// What is known about a class; nil for one that no model names.
    subscript(className: String) -> Entry? { entries[className] }

    /// The names of all classes that models name.
    var classNames: Set<String> { Set(entries.keys) }

    /// The slots of the first entity stay: the runtime maps them for the others.
    private mutating func add(_ entry: Entry, _ className: String) {
        entries[className, default: Entry(slots: entry.slots, kinds: [:])].kinds
            .merge(entry.kinds) { first, second in first == second ? first : .mixed }
    }

    private static func kinds(of lineage: [EntityDocument]) -> [String: PropertyKind] {
        var result: [String: PropertyKind] = [:]
        for entity in lineage {
            for attribute in entity.attributes { result[attribute.traits.name] = .attribute(attribute.type) }
            for relationship in entity.relationships {
                result[relationship.traits.name] =
                    relationship.maxCount == 1 ? .toOne : .toMany(isOrdered: relationship.isOrdered)
            }
            for property in entity.fetchedProperties { result[property.traits.name] = .fetched }
        }
        return result
    }
}
