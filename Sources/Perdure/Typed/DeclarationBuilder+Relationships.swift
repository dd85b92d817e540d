// SPDX-License-Identifier: Apache-2.0
// The ends of relationships and the requests of fetched properties. Part of DeclarationBuilder.swift.

import Foundation
import PerdurePredicates

extension DeclarationBuilder {
    /// Sets destinations, and the inverses that this entity names.
    func connectRelationships(of part: Part) throws {
        for property in part.declaration.properties {
            // Every destination of a declaration has a part: building added it.
            guard let destination = property.destination.flatMap(self.part) else { continue }
            if let relationship = property.description as? NSRelationshipDescription {
                relationship.destinationEntity = destination.entity
                relationship.inverseRelationship = try inverse(of: property, in: part, at: destination)
            } else if var request = property.request {
                request.entityName = destination.name
                (property.description as? NSFetchedPropertyDescription)?.fetchRequest =
                    FetchRequestTranslation.request(of: request, entity: destination.entity)
            }
        }
    }

    private func inverse(
        of property: PropertyDeclaration, in part: Part, at destination: Part
    ) throws -> NSRelationshipDescription? {
        guard let name = property.inverse else { return nil }
        let found = destination.entity.collectProperties()[name]
        guard let inverse = found as? NSRelationshipDescription else {
            throw TypedErrors.noInverse(
                entity: part.name, property: property.description.name, inverse: name,
                destination: destination.name)
        }
        return inverse
    }

    /// Sets the inverses that only the other side names.
    ///
    /// Classes name an inverse on one side: two key paths that lead to each other cannot be compiled.
    func completeInverses() throws {
        for part in parts {
            for case let relationship as NSRelationshipDescription in part.entity.properties {
                guard let inverse = relationship.inverseRelationship else { continue }
                guard let back = inverse.inverseRelationship else {
                    inverse.inverseRelationship = relationship
                    continue
                }
                if back === relationship { continue }
                throw TypedErrors.contradictingInverse(
                    entity: part.name, property: relationship.name, inverse: inverse.name, actual: back.name)
            }
        }
    }
}
