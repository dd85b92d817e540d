// SPDX-License-Identifier: Apache-2.0
// The ends of relationships and the requests of fetched properties. Part of DeclarationBuilder.swift.

import Foundation
import PerdureBase
import PerdurePredicates

extension DeclarationBuilder {
    /// Sets destinations, and the inverses that this entity names.
    func connectRelationships(of part: Part) throws {
        for property in part.declaration.properties {
            // Every destination in a declaration has a part, because the building step added one.
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
            throw CoreDataException(
                .unknownInverse((part.name, property.description.name), name, at: destination.name))
        }
        return inverse
    }

    /// Sets inverses that only the other relationship names.
    ///
    /// Classes name an inverse on one side, because two key paths that lead to each other cannot be compiled. A relationship
    /// that already has a different inverse keeps that inverse. The model's check then refuses the pair.
    func completeInverses() {
        for part in parts {
            for case let relationship as NSRelationshipDescription in part.entity.properties {
                guard let inverse = relationship.inverseRelationship, inverse.inverseRelationship == nil
                else { continue }
                inverse.inverseRelationship = relationship
            }
        }
    }
}
