// SPDX-License-Identifier: Apache-2.0
// Makes entities of classes: finds all classes, reads their metadata, and pairs the two sides of relationships
// (InversePairing.swift).

import Foundation
import PerdureBase

/// Builds the entities of a schema.
struct SchemaBuilder {
    /// All classes: those given, those that relationships reach, and superclasses; each once.
    private(set) var types: [any PersistentModel.Type] = []

    init(_ roots: [any PersistentModel.Type]) {
        var seen: Set<ObjectIdentifier> = []
        var names: [String: any PersistentModel.Type] = [:]
        var queue = roots[...]
        while let type = queue.popFirst() {
            guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
            let facts = ModelFacts.of(type)
            if let other = names.updateValue(type, forKey: facts.entityName) { Self.report(type, other) }
            types.append(type)
            if let parent = facts.superclass?.type { queue.append(parent) }
            queue += facts.own.compactMap(\.form.destination)
        }
    }

    private static func report(_ type: any Any.Type, _ other: any Any.Type) {
        ExceptionTrap.raise(
            CoreDataException.invalidArgument(
                "The classes \(String(reflecting: other)) and \(String(reflecting: type)) would both be the entity "
                    + "\"\(type)\" of one schema: rename one, or put them into two schemas."))
    }

    /// The entities, in the order of the classes.
    mutating func build() -> [Schema.Entity] {
        let entities = types.map { Self.entity(ModelFacts.of($0)) }
        let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        for (type, entity) in zip(types, entities) {
            guard let parent = ModelFacts.of(type).superclass.flatMap({ byName[$0.entityName] }) else {
                continue
            }
            entity.superentity = parent
            entity.superentityName = parent.name
            parent.subentities.insert(entity)
        }
        for entity in entities {
            var next = entity.superentity
            while let parent = next {
                entity.inheritedProperties = parent.storedProperties + entity.inheritedProperties
                next = parent.superentity
            }
        }
        InversePairing(entities).pair()
        return entities
    }

    private static func entity(_ facts: ModelFacts) -> Schema.Entity {
        let entity = Schema.Entity(facts.entityName)
        entity.type = facts.type
        entity.storedProperties = facts.own.map { property($0, facts) }
        let single = entity.storedProperties.filter(\.isUnique).map { [$0.name] }
        entity.uniquenessConstraints =
            single + facts.combinations.flatMap(\.uniqueNames).filter { !single.contains($0) }
        entity.typedIndices = facts.combinations.flatMap(\.indexNames)
        entity.indices = entity.typedIndices.map(\.names)
        return entity
    }

    private static func property(_ property: ModelFacts.Property, _ facts: ModelFacts) -> any SchemaProperty {
        if case .unknown(let type) = property.form, let model = (type as? any Collection.Type)?.modelType {
            ExceptionTrap.raise(
                CoreDataException.invalidArgument(
                    "Expected only Arrays for Relationships: \(facts.entityName).\(property.name) is a \(type); declare it "
                        + "as [\(model)]."))
        }
        return property.form.destination == nil ? attribute(property) : relationship(property)
    }

    private static func relationship(_ property: ModelFacts.Property) -> Schema.Relationship {
        let stated = property.metadata.metadata as? Schema.Relationship
        let result = Schema.Relationship(
            deleteRule: stated?.deleteRule ?? .nullify, minimumModelCount: stated?.minimumModelCount ?? 0,
            maximumModelCount: stated?.maximumModelCount ?? 0, originalName: stated?.originalName,
            inverse: stated?.inverseKeyPath, hashModifier: stated?.hashModifier)
        result.options = stated?.options ?? []
        result.name = property.name
        if result.originalName.isEmpty { result.originalName = property.name }
        result.valueType = property.metadata.valueType
        result.keypath = property.metadata.keypath
        result.destination = property.form.destination.map(ModelFacts.entityName) ?? ""
        result.isToOneRelationship = !property.form.isToMany
        result.isOptional = property.isOptional
        result.isAnnotated = stated != nil
        return result
    }

    private static func attribute(_ property: ModelFacts.Property) -> Schema.Attribute {
        let stated = property.metadata.metadata as? Schema.Attribute
        let original = stated.map(\.originalName).flatMap { $0.isEmpty ? nil : $0 }
        let elements = property.form.elements(named: property.name, formerly: original)
        let type = elements.isEmpty ? Schema.Attribute.self : Schema.CompositeAttribute.self
        let result = type.makeAttribute(
            name: property.name, originalName: original, options: stated?.options ?? [],
            valueType: property.metadata.valueType, defaultValue: property.metadata.defaultValue,
            hashModifier: stated?.hashModifier)
        (result as? Schema.CompositeAttribute)?.properties = elements
        return result
    }
}

extension Schema.Attribute {
    /// Makes an attribute of a class that is known when the program runs.
    fileprivate static func makeAttribute(
        name: String, originalName: String?, options: [Option], valueType: any Any.Type, defaultValue: Any?,
        hashModifier: String?
    ) -> Schema.Attribute {
        self == Schema.CompositeAttribute.self
            ? Schema.CompositeAttribute(
                name: name, originalName: originalName, options: options, valueType: valueType,
                defaultValue: defaultValue, hashModifier: hashModifier)
            : Schema.Attribute(
                name: name, originalName: originalName, options: options, valueType: valueType,
                defaultValue: defaultValue, hashModifier: hashModifier)
    }
}

extension Collection {
    /// The class of a collection of models; nil for any other one.
    fileprivate static var modelType: (any PersistentModel.Type)? {
        Element.self as? any PersistentModel.Type
    }
}

extension ValueForm {
    /// The elements of a composite form; none for other forms.
    ///
    /// An element that is named as the property has the property's former name too.
    func elements(named name: String, formerly original: String? = nil) -> [Schema.Attribute] {
        func element(_ name: String, _ type: any Any.Type, _ original: String? = nil) -> Schema.Attribute {
            let result = Schema.Attribute(name: name, originalName: original, valueType: type)
            result.isOptional = true
            return result
        }
        switch self {
        case .rawValue(_, let plain): return [element(name, plain, original)]
        case .cases(let names): return names.map { element($0, String.self) }
        case .payloads(let names, _): return names.map { element($0, Data.self) }
        case .structure(let fields, _): return fields.map { $0.form.field(named: $0.name) }
        default: return []
        }
    }

    /// The element of a struct's field.
    private func field(named name: String) -> Schema.Attribute {
        let nested = elements(named: name)
        let result: Schema.Attribute
        if nested.isEmpty {
            result = Schema.Attribute(name: name, valueType: columnType)
        } else {
            let composite = Schema.CompositeAttribute(name: name, valueType: columnType)
            composite.properties = nested
            result = composite
        }
        result.isOptional = true
        return result
    }

    /// The plain type of the form's column; data for encoded values.
    var columnType: any Any.Type {
        switch self {
        case .plain(let type), .single(let type, _), .rawValue(_, let type): type
        default: Data.self
        }
    }
}
