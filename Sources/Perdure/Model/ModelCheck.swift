// SPDX-License-Identifier: Apache-2.0
// What makes a model unusable: found when it is put to use, reported with entity and property. Properties
// are checked in PropertyCheck.swift, relationships in RelationshipCheck.swift, indexes and the rules of
// stores in StoreRules.swift.

import Foundation
import PerdureModelFormat
import PerdurePredicates

/// Checks a model for contradictions.
struct ModelCheck {
    /// More ancestors than any model needs: walks up a hierarchy, some of them recursive, stay short.
    static let inheritanceLimit = ModelLimits.hierarchy

    let model: NSManagedObjectModel

    init(_ model: NSManagedObjectModel) { self.model = model }

    /// Checks all entities and properties.
    ///
    /// - Throws: `CoreDataException` for the first fault found.
    func run() throws {
        try checkNames()
        for entity in model.entities { try checkHierarchy(of: entity) }
        try DerivationRingCheck(model).run()
        for entity in model.entities {
            try checkPropertyNames(of: entity)
            for property in entity.properties { try PropertyCheck(property, in: entity).run() }
            try checkIndexes(of: entity)
        }
    }

    private func checkNames() throws {
        var seen: Set<String> = []
        for entity in model.entities {
            guard let name = entity.name, !name.isEmpty else { throw ErrorMessages.entityWithoutName() }
            guard seen.insert(name).inserted else { throw ErrorMessages.ambiguousEntity(name) }
            if entity.superentity == nil, let table = ModelLimits.ownTable(forEntity: name) {
                throw ErrorMessages.ownTable(entity: name, table: table)
            }
        }
    }

    private func checkHierarchy(of entity: NSEntityDescription) throws {
        var current = entity.superentity
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(entity)]
        while let ancestor = current {
            guard seen.insert(ObjectIdentifier(ancestor)).inserted else {
                throw ErrorMessages.cyclicInheritance(entity: entity.name)
            }
            guard ancestor.model === model else {
                throw ErrorMessages.foreignEntity(ancestor.name, as: "parent", of: entity.name)
            }
            guard seen.count <= Self.inheritanceLimit else {
                throw ErrorMessages.tooManyAncestors(entity: entity.name, Self.inheritanceLimit)
            }
            current = ancestor.superentity
        }
        for child in entity.subentities where child.model !== model {
            throw ErrorMessages.foreignEntity(child.name, as: "subentity", of: entity.name)
        }
    }

    private func checkPropertyNames(of entity: NSEntityDescription) throws {
        var owners: [String: String] = [:]
        for ancestor in entity.ancestry.dropFirst() {
            for property in ancestor.properties { owners[property.name] = ancestor.name }
        }
        for property in entity.properties {
            if let owner = owners.updateValue(entity.name ?? "", forKey: property.name) {
                throw ErrorMessages.redeclared(entity: entity.name, property: property.name, owner: owner)
            }
        }
    }

    private func checkIndexes(of entity: NSEntityDescription) throws {
        var seen: Set<String> = []
        let properties = entity.collectProperties()
        let paths = MemberPaths(entity)
        for index in entity.indexes {
            // There are stores whose models have one index twice; SchemaCompiler takes the first.
            guard seen.insert(index.name).inserted || model.facts.isRead else {
                throw ErrorMessages.ambiguousIndex(entity: entity.name, index: index.name)
            }
            for case let property? in index.elements.map(\.property)
            where !isKnown(property, paths, in: properties) {
                throw ErrorMessages.strangerInIndex(
                    entity: entity.name, index: index.name, property: property.name)
            }
        }
    }

    /// Whether an index can name a property: an expression, a property of the entity, an element of a composite.
    private func isKnown(
        _ property: NSPropertyDescription, _ paths: MemberPaths,
        in properties: [String: NSPropertyDescription]
    ) -> Bool {
        property is NSExpressionDescription || properties[property.name] != nil
            || paths.path(of: property) != property.name
    }
}
