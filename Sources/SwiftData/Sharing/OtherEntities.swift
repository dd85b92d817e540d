// SPDX-License-Identifier: Apache-2.0
// Moves the other entities of a model into the model of a schema. CoreDataModels.swift is the API.

import Foundation
import Perdure

/// The entities of a model whose names a schema does not have.
///
/// What leads to an entity that the schema has is led to that one.
struct OtherEntities {
    private let own: NSManagedObjectModel
    private let other: NSManagedObjectModel
    /// The entities of the schema by name.
    private let present: [String: NSEntityDescription]

    /// - Parameters:
    ///   - other: The model with the other entities; it is empty afterwards.
    ///   - own: The model of the schema.
    init(of other: NSManagedObjectModel, into own: NSManagedObjectModel) {
        self.own = own
        self.other = other
        present = own.entitiesByName
    }

    /// Moves the entities, with their configurations and the model's templates and texts.
    func move() {
        let others = other.entities.filter { counterpart(of: $0) == nil }
        for entity in others { connect(entity) }
        let configurations = other.configurations.map { name in
            (name, (other.entities(forConfigurationName: name) ?? []).compactMap(\.name))
        }
        other.entities = []
        own.entities += others
        let entities = own.entitiesByName
        for (name, members) in configurations {
            own.setEntities(members.compactMap { entities[$0] }, forConfigurationName: name)
        }
        for (name, request) in other.fetchRequestTemplatesByName {
            connect(request)
            own.setFetchRequestTemplate(request, forName: name)
        }
        own.localizationDictionary = other.localizationDictionary
    }

    private func connect(_ entity: NSEntityDescription) {
        entity.subentities.removeAll { counterpart(of: $0) != nil }
        if let parent = entity.superentity.flatMap(counterpart(of:)) { parent.subentities.append(entity) }
        for property in entity.properties {
            switch property {
            case let relationship as NSRelationshipDescription: connect(relationship)
            case let fetched as NSFetchedPropertyDescription: fetched.fetchRequest.map(connect)
            default: break
            }
        }
    }

    /// Leads a relationship to the schema's entity, and takes away an inverse that does not come along.
    ///
    /// A relationship of the schema never leads back, because a schema has all that its relationships reach.
    private func connect(_ relationship: NSRelationshipDescription) {
        if let destination = relationship.destinationEntity.flatMap(counterpart(of:)) {
            relationship.destinationEntity = destination
            relationship.inverseRelationship = nil
        } else if relationship.inverseRelationship?.owner.flatMap(counterpart(of:)) != nil {
            relationship.inverseRelationship = nil
        }
    }

    private func connect(_ request: NSFetchRequest<any NSFetchRequestResult>) {
        if let entity = request.entity.flatMap(counterpart(of:)) { request.entity = entity }
    }

    private func counterpart(of entity: NSEntityDescription) -> NSEntityDescription? {
        entity.name.flatMap { present[$0] }
    }
}
