// SPDX-License-Identifier: Apache-2.0
// Small models in code, for the suites of this folder.

import Foundation

@testable import Perdure

/// Builds descriptions in one expression.
enum ModelSamples {
    static func attribute(
        _ name: String, _ type: NSAttributeDescription.AttributeType = .string,
        change: (NSAttributeDescription) -> Void = { _ in }
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = type
        change(attribute)
        return attribute
    }

    static func relationship(
        _ name: String, to destination: NSEntityDescription?, maxCount: Int = 1
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = maxCount
        return relationship
    }

    static func entity(_ name: String, _ properties: [NSPropertyDescription] = []) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        return entity
    }

    static func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    /// Employees of a company: a to-one and a to-many that are each other's inverse, and a subentity.
    static func company() -> NSManagedObjectModel {
        let company = entity("Company", [attribute("name")])
        let person = entity("Person", [attribute("name"), attribute("age", .integer16)])
        let boss = entity("Boss", [attribute("title")])
        let staff = relationship("staff", to: person, maxCount: 0)
        let employer = relationship("employer", to: company)
        staff.inverseRelationship = employer
        employer.inverseRelationship = staff
        company.properties.append(staff)
        person.properties.append(employer)
        person.subentities = [boss]
        return model(company, person, boss)
    }

    /// The reason of the exception that putting the model to use throws.
    static func refusal(of model: NSManagedObjectModel) -> String {
        do {
            try model.validate()
            return ""
        } catch let exception as CoreDataException {
            return exception.reason
        } catch {
            return "not a CoreDataException: \(error)"
        }
    }
}
