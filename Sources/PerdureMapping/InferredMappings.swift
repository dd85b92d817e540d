// SPDX-License-Identifier: Apache-2.0
// An inferred migration as entity mappings, in the form that Apple's tools give them.

import Foundation
import PerdurePredicates
import PerdureStore

import class PerdurePredicates.NSExpression

/// Turns the steps of an inferred migration into entity mappings.
struct InferredMappings {
    private let migration: InferredMigration

    init(_ migration: InferredMigration) { self.migration = migration }

    /// One mapping for each step, in the same order.
    var all: [NSEntityMapping] { migration.steps.map(mapping) }

    private func mapping(of step: EntityStep) -> NSEntityMapping {
        let source = step.source.map { migration.source[$0] }
        let destination = step.destination.map { migration.destination[$0] }
        let mapping = NSEntityMapping()
        mapping.name = "IEM_\(step.kind.word)_\((source ?? destination)?.name ?? "")"
        mapping.mappingType = step.kind.type
        mapping.sourceEntityName = source?.name
        mapping.sourceEntityVersionHash = source.map { Data($0.versionHash) }
        mapping.destinationEntityName = destination?.name
        mapping.destinationEntityVersionHash = destination.map { Data($0.versionHash) }
        mapping.sourceExpression = source.map { MappingExpressions.fetch($0.name) }
        if let destination {
            mapping.attributeMappings = attributes(of: destination, step, source)
            mapping.relationshipMappings = relationships(of: destination, step, source)
        }
        mapping.userInfo = userInfo(step, source, destination)
        return mapping
    }

    /// Every stored attribute of the destination; an added one has no expression.
    private func attributes(
        of destination: EntityLayout, _ step: EntityStep, _ source: EntityLayout?
    ) -> [NSPropertyMapping] {
        destination.stored.filter { $0.attribute != nil }.map { property in
            let former = formerName(of: property, step, source)
            return Self.mapping(property.name, former.map(MappingExpressions.value))
        }
    }

    /// The relationships that the source has too.
    private func relationships(
        of destination: EntityLayout, _ step: EntityStep, _ source: EntityLayout?
    ) -> [NSPropertyMapping] {
        destination.stored.filter { $0.relationship != nil }.compactMap { property in
            formerName(of: property, step, source).map {
                Self.mapping(property.name, MappingExpressions.members($0))
            }
        }
    }

    private func formerName(of property: PropertyLayout, _ step: EntityStep, _ source: EntityLayout?)
        -> String?
    {
        guard let source, step.origins.indices.contains(property.slot) else { return nil }
        return step.origins[property.slot].source.map { source.properties[$0].name }
    }

    private static func mapping(_ name: String, _ expression: NSExpression?) -> NSPropertyMapping {
        let mapping = NSPropertyMapping()
        mapping.name = name
        mapping.valueExpression = expression
        return mapping
    }

    /// Which properties are mapped, added and removed: the first two by the destination's names, the last by the source's.
    private func userInfo(
        _ step: EntityStep, _ source: EntityLayout?, _ destination: EntityLayout?
    ) -> [AnyHashable: Any] {
        let names = (destination?.stored ?? []).map { ($0.name, formerName(of: $0, step, source) != nil) }
        let gone = destination == nil ? source?.stored.map(\.slot) ?? [] : step.removedSlots
        return [
            "mappedProperties": Set(names.filter { $0.1 }.map { $0.0 }),
            "addedProperties": Set(names.filter { !$0.1 }.map { $0.0 }),
            "removedProperties": Set(gone.compactMap { source?.properties[$0].name }),
        ]
    }
}

extension EntityLayout {
    /// What rows have, by name, as in Apple's mapping models.
    fileprivate var stored: [PropertyLayout] {
        properties.filter { !$0.isTransient }.sorted { $0.name < $1.name }
    }
}

extension EntityStep.Kind {
    fileprivate var word: String {
        switch self {
        case .copied: "Copy"
        case .transformed: "Transform"
        case .added: "Add"
        case .removed: "Remove"
        }
    }

    fileprivate var type: NSEntityMappingType {
        switch self {
        case .copied: .copyEntityMappingType
        case .transformed: .transformEntityMappingType
        case .added: .addEntityMappingType
        case .removed: .removeEntityMappingType
        }
    }
}
