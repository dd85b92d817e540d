// SPDX-License-Identifier: Apache-2.0
// Two versions of a model, made in code.

import CoreData

/// A version of a model about folders and notes.
enum VersionSamples {
    static func attribute(
        _ name: String, _ type: NSAttributeType = .stringAttributeType, from identifier: String? = nil
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.renamingIdentifier = identifier
        return attribute
    }

    static func entity(_ name: String, from identifier: String? = nil, _ properties: NSPropertyDescription...)
        -> NSEntityDescription
    {
        let entity = NSEntityDescription()
        entity.name = name
        entity.renamingIdentifier = identifier
        entity.properties = properties
        return entity
    }

    static func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    /// Two relationships that are inverses of each other.
    static func join(
        _ one: NSEntityDescription, _ name: String, _ other: NSEntityDescription, _ inverse: String,
        from identifier: String? = nil
    ) {
        let (many, single) = (NSRelationshipDescription(), NSRelationshipDescription())
        many.name = name
        many.destinationEntity = other
        many.renamingIdentifier = identifier
        single.name = inverse
        single.destinationEntity = one
        single.maxCount = 1
        many.inverseRelationship = single
        single.inverseRelationship = many
        one.properties.append(many)
        other.properties.append(single)
    }

    static var first: NSManagedObjectModel {
        let folder = entity("Folder", attribute("title"), attribute("size", .integer16AttributeType))
        let note = entity("Note", attribute("text"))
        join(folder, "notes", note, "folder")
        return model(folder, note, entity("Gone", attribute("x")), entity("Same", attribute("x")))
    }

    static var second: NSManagedObjectModel {
        let box = entity(
            "Box", from: "Folder", attribute("label", from: "title"), attribute("color"))
        let note = entity("Note", attribute("text"))
        join(box, "pages", note, "folder", from: "notes")
        return model(box, note, entity("New", attribute("x")), entity("Same", attribute("x")))
    }
}
