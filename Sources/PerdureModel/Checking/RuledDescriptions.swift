// SPDX-License-Identifier: Apache-2.0
// A model made of descriptions, in the form that the model rules check. ModelCheck.swift and StoreRules.swift use it.

import Foundation
import PerdurePredicates

/// The descriptions of a model.
struct RuledDescriptions: ModelRelationships {
    let model: NSManagedObjectModel

    init(_ model: NSManagedObjectModel) { self.model = model }

    /// The rules that this model may break.
    ///
    /// Models in old files have inverses that are not mutual (SchemaCompiler+Properties.swift leaves them out) and list one
    /// index twice (SchemaCompiler.swift takes the first). Apple's own models (Photos) have constraints on to-one
    /// relationships. Models made in code may break none of these rules.
    var tolerated: Set<ModelRule> {
        model.facts.isRead ? [.mutualInverse, .differentIndexes, .constrainedAttribute] : []
    }

    var entities: [NSEntityDescription] { model.entities }

    func id(of entity: NSEntityDescription) -> ObjectIdentifier { ObjectIdentifier(entity) }

    func name(of entity: NSEntityDescription) -> String? { entity.name }

    func parent(of entity: NSEntityDescription) -> ModelReference<NSEntityDescription> {
        reference(entity.superentity)
    }

    func propertyNames(of entity: NSEntityDescription) -> [String] { entity.properties.map(\.name) }

    func propertyCount(of entity: NSEntityDescription) -> Int { entity.properties.count }

    func path(of relationship: NSRelationshipDescription) -> (entity: String?, name: String) {
        (relationship.owner?.name, relationship.name)
    }

    func counts(of relationship: NSRelationshipDescription) -> (minimum: Int, maximum: Int) {
        (relationship.minCount, relationship.maxCount)
    }

    func destination(of relationship: NSRelationshipDescription) -> ModelReference<NSEntityDescription> {
        reference(relationship.destinationEntity)
    }

    func inverse(
        of relationship: NSRelationshipDescription, at destination: NSEntityDescription
    ) -> ModelReference<NSRelationshipDescription> {
        relationship.inverseRelationship.map { .known($0) } ?? .none
    }

    func inverseName(of relationship: NSRelationshipDescription) -> String? {
        relationship.inverseRelationship.map { ErrorMessages.path($0.owner?.name, $0.name) }
    }

    func isInverse(_ other: NSRelationshipDescription, of relationship: NSRelationshipDescription) -> Bool {
        relationship.inverseRelationship === other
    }

    func has(_ entity: NSEntityDescription, _ relationship: NSRelationshipDescription) -> Bool {
        relationship.owner.map { isKind(entity, of: $0) } ?? false
    }

    private func reference(_ entity: NSEntityDescription?) -> ModelReference<NSEntityDescription> {
        guard let entity else { return .none }
        return entity.model === model ? .known(entity) : .unknown(entity.name ?? "?")
    }
}

extension NSPropertyDescription {
    /// The kind of member that the property is in a constraint or an index.
    var ruledMember: RuledMember {
        switch self {
        case let attribute as NSAttributeDescription:
            .attribute(
                isAssigned: !isTransient && !attribute.isComputed,
                isNumber: attribute.attributeType.isNumeric)
        case let relationship as NSRelationshipDescription:
            .relationship(isStored: !relationship.isToMany && !isTransient)
        case is NSExpressionDescription: .expression
        default: .other
        }
    }
}
