// SPDX-License-Identifier: Apache-2.0
// The slots and property kinds that a target's models give its hand-written classes. Used by
// ManagedAccessorSymbols.swift.

import PerdureModelFormat

/// The entities of a target's models, by class.
struct ManagedModel {
    /// The kind of a property in the model.
    enum PropertyKind: Hashable {
        /// An attribute, with its `AttributeType`.
        case attribute(Int)
        case toOne
        case toMany(isOrdered: Bool)
        case fetched
        /// A property that has two kinds, in two entities of the same class.
        case mixed
    }

    /// The model's part of a class.
    struct Entry {
        /// The property names in the order of slot numbers.
        var slots: [String]
        /// The properties, inherited ones too.
        var kinds: [String: PropertyKind]
    }

    private var entries: [String: Entry] = [:]

    /// - Throws: `ModelFormatError` for an entity with an impossible superentity or class.
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

    /// The entry of a class; nil for a class that no model names.
    subscript(className: String) -> Entry? { entries[className] }

    /// The names of all classes that models name.
    var classNames: Set<String> { Set(entries.keys) }

    /// Adds an entity of a class; the first entity's slots stay, and the runtime maps them for other entities.
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
