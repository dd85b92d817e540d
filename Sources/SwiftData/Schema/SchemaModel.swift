// SPDX-License-Identifier: Apache-2.0
// Turns a schema into the model that stores know: names, types and options as in files that Apple's SwiftData wrote.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps

/// Makes the descriptions of a schema.
struct SchemaModel {
    private let schema: Schema
    private var entities: [String: NSEntityDescription] = [:]

    /// The model of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - configurations: Names of configurations, each with the names of its entities.
    /// - Returns: The model.
    static func model(
        of schema: Schema, configurations: [(name: String, entities: [String])] = []
    ) -> NSManagedObjectModel {
        var maker = SchemaModel(schema)
        let model = NSManagedObjectModel()
        model.entities = maker.make()
        model.versionIdentifiers = [schema.version.description]
        for configuration in configurations {
            let members = configuration.entities.compactMap { maker.entities[$0] }
            model.setEntities(members, forConfigurationName: configuration.name)
        }
        return model
    }

    private init(_ schema: Schema) { self.schema = schema }

    private mutating func make() -> [NSEntityDescription] {
        for entity in schema.entities { entities[entity.name] = Self.entity(entity) }
        for entity in schema.entities { fill(entity) }
        for entity in schema.entities { pair(entity) }
        for entity in schema.entities {
            guard let parent = entity.superentityName.flatMap({ entities[$0] }),
                let own = entities[entity.name]
            else { continue }
            parent.subentities.append(own)
        }
        for entity in schema.entities { constrain(entity) }
        return schema.entities.compactMap { entities[$0.name] }
    }

    private static func entity(_ entity: Schema.Entity) -> NSEntityDescription {
        let result = NSEntityDescription()
        result.name = entity.name
        result.renamingIdentifier = entity.name
        if let type = entity.type { result.facts.objectClass = objectClass(type) }
        return result
    }

    private static func objectClass<M: PersistentModel>(_ type: M.Type) -> AnyClass { ModelObject<M>.self }

    private func fill(_ entity: Schema.Entity) {
        guard let description = entities[entity.name] else { return }
        let forms =
            entity.type.map { Dictionary(ModelFacts.of($0).own.map { ($0.name, $0.form) }) { $1 } } ?? [:]
        description.properties = entity.storedProperties.compactMap { property in
            let result = self.property(property, forms[property.name])
            result?.name = property.name
            result?.isOptional = property.isOptional
            result?.renamingIdentifier =
                property.originalName.isEmpty ? property.name : property.originalName
            return result
        }
    }

    private func property(_ property: any SchemaProperty, _ form: ValueForm?) -> NSPropertyDescription? {
        switch property {
        case let relationship as Schema.Relationship: self.relationship(relationship)
        case let attribute as Schema.Attribute: AttributeMaker(attribute, form).description
        default: nil
        }
    }

    private func relationship(_ relationship: Schema.Relationship) -> NSRelationshipDescription {
        let result = NSRelationshipDescription()
        result.destinationEntity = entities[relationship.destination]
        result.minCount = relationship.isToOneRelationship ? 0 : relationship.minimumModelCount ?? 0
        result.maxCount = relationship.isToOneRelationship ? 1 : relationship.maximumModelCount ?? 0
        result.deleteRule =
            switch relationship.deleteRule {
            case .noAction: .noActionDeleteRule
            case .nullify: .nullifyDeleteRule
            case .cascade: .cascadeDeleteRule
            case .deny: .denyDeleteRule
            }
        result.versionHashModifier = relationship.hashModifier
        return result
    }

    private func pair(_ entity: Schema.Entity) {
        guard let description = entities[entity.name] else { return }
        for case let relationship as Schema.Relationship in entity.storedProperties {
            guard let name = relationship.inverseName,
                let own = description.properties.first(where: { $0.name == relationship.name })
                    as? NSRelationshipDescription
            else { continue }
            own.inverseRelationship = find(name, from: relationship.destination)
        }
    }

    /// A relationship of an entity or of one above it.
    private func find(_ name: String, from entity: String) -> NSRelationshipDescription? {
        var next = schema.entitiesByName[entity]
        while let present = next {
            let properties = entities[present.name]?.properties ?? []
            if let found = properties.first(where: { $0.name == name }) as? NSRelationshipDescription {
                return found
            }
            next = present.superentity
        }
        return nil
    }

    /// Unique combinations and indexes.
    private func constrain(_ entity: Schema.Entity) {
        guard let description = entities[entity.name] else { return }
        description.uniquenessConstraints = entity.uniquenessConstraints.map { $0.map { $0 as Any } }
        description.indexes = entity.typedIndices.compactMap { index in
            let properties = index.names.compactMap { property(named: $0, of: entity) }
            guard properties.count == index.names.count else { return nil }
            let kind = index.isSpatial ? NSFetchIndexElementType.rTree : .binary
            return NSFetchIndexDescription(
                name: "SwiftDataIndexOn\(index.isSpatial ? "Rtree" : "Binary")\(index.names.joined())",
                elements: properties.map { NSFetchIndexElementDescription(property: $0, collationType: kind) }
            )
        }
    }

    private func property(named name: String, of entity: Schema.Entity) -> NSPropertyDescription? {
        var next: Schema.Entity? = entity
        while let present = next {
            if let found = entities[present.name]?.properties.first(where: { $0.name == name }) {
                return found
            }
            next = present.superentity
        }
        return nil
    }
}
