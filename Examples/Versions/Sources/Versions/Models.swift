// SPDX-License-Identifier: Apache-2.0
// Three versions of a model of people: in the second one a person is called a contact and has a greeting, in the third one the
// name is divided.

import CoreData

enum Models {
    /// People with names.
    static func first() -> NSManagedObjectModel {
        model(entity("Person", attribute("name"), attribute("age", .integer16AttributeType)))
    }

    /// The renaming identifiers say what the things were called before, so nothing is lost.
    static func second() -> NSManagedObjectModel {
        let contact = entity(
            "Contact", attribute("fullName"), attribute("age", .integer32AttributeType),
            attribute("greeting", default: "Hello"))
        contact.renamingIdentifier = "Person"
        contact.attributesByName["fullName"]?.renamingIdentifier = "name"
        return model(contact)
    }

    /// Which part of a name is which no inference can know.
    static func third() -> NSManagedObjectModel {
        model(
            entity(
                "Contact", attribute("givenName"), attribute("familyName"),
                attribute("age", .integer32AttributeType), attribute("greeting", default: "Hello")))
    }

    private static func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    private static func entity(_ name: String, _ attributes: NSAttributeDescription...) -> NSEntityDescription
    {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes
        return entity
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeType = .stringAttributeType, default value: String? = nil
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.defaultValue = value
        return attribute
    }
}
