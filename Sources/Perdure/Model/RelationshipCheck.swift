// SPDX-License-Identifier: Apache-2.0
// What makes a relationship unusable. Part of ModelCheck.swift.

import Foundation
import PerdureModelFormat
import PerdurePredicates

/// Checks one relationship.
struct RelationshipCheck {
    let relationship: NSRelationshipDescription
    let entity: NSEntityDescription

    init(_ relationship: NSRelationshipDescription, in entity: NSEntityDescription) {
        self.relationship = relationship
        self.entity = entity
    }

    func run() throws {
        guard let destination = relationship.destinationEntity else {
            throw ErrorMessages.relationshipWithoutDestination(
                entity: entity.name, property: relationship.name)
        }
        guard let model = destination.model, model === entity.model else {
            throw ErrorMessages.foreignEntity(
                destination.name, as: "destination",
                of: ErrorMessages.path(entity.name, relationship.name))
        }
        try checkCounts()
        guard let inverse = relationship.inverseRelationship else { return }
        guard inverse.inverseRelationship === relationship else {
            // Old models have such relationships. SchemaCompiler+Properties.swift leaves their inverses out.
            if model.facts.isRead { return }
            throw ErrorMessages.inverseNotMutual(
                entity: entity.name, property: relationship.name, inverse: path(of: inverse),
                actual: inverse.inverseRelationship.map(path))
        }
        try checkEnds(of: inverse, destination: destination)
    }

    private func checkCounts() throws {
        let (low, high) = (relationship.minCount, relationship.maxCount)
        let name = relationship.name
        switch CountFault(minimum: low, maximum: high) {
        case .negativeMinimum:
            throw ErrorMessages.negativeCount(entity: entity.name, property: name, what: "minCount", low)
        case .negativeMaximum:
            throw ErrorMessages.negativeCount(entity: entity.name, property: name, what: "maxCount", high)
        case .crossed: throw ErrorMessages.crossedCounts(entity: entity.name, property: name, low, high)
        case nil: return
        }
    }

    /// The inverse must be a relationship that objects of the destination have, and lead to objects of this entity.
    private func checkEnds(of inverse: NSRelationshipDescription, destination: NSEntityDescription) throws {
        let owner = inverse.owner
        let leadsBack = inverse.destinationEntity.map { isRelated($0, entity) } ?? false
        guard destination.ancestry.contains(where: { $0 === owner }), leadsBack else {
            throw ErrorMessages.inverseElsewhere(
                entity: entity.name, property: relationship.name, inverse: path(of: inverse),
                destination: destination.name)
        }
    }

    private func isRelated(_ one: NSEntityDescription, _ other: NSEntityDescription) -> Bool {
        one.ancestry.contains { $0 === other } || other.ancestry.contains { $0 === one }
    }

    private func path(of relationship: NSRelationshipDescription) -> String {
        ErrorMessages.path(relationship.owner?.name, relationship.name)
    }
}
