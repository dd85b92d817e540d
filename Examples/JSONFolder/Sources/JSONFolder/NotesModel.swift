// SPDX-License-Identifier: Apache-2.0
// The model of the example, made in code: notes have tags, and notebooks have notes in an order.

import CoreData

/// Makes the model.
enum NotesModel {
    static func make() -> NSManagedObjectModel {
        let (note, tag, book) = (entity("Note"), entity("Tag"), entity("Notebook"))
        let (tags, notes) = ends("tags", of: note, "notes", of: tag)
        let (pages, home) = ends("pages", of: book, "notebook", of: note)
        pages.isOrdered = true
        home.maxCount = 1
        note.properties = [
            attribute("title", .string), attribute("written", .date), attribute("rating", .double), tags,
            home,
        ]
        tag.properties = [attribute("label", .string), notes]
        tag.uniquenessConstraints = [["label"]]
        book.properties = [attribute("title", .string), pages]
        let model = NSManagedObjectModel()
        model.entities = [note, tag, book]
        return model
    }

    private static func entity(_ name: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        return entity
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeDescription.AttributeType
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = type
        return attribute
    }

    /// Two to-many relationships, each the inverse of the other.
    private static func ends(
        _ first: String, of entity: NSEntityDescription, _ second: String, of other: NSEntityDescription
    ) -> (NSRelationshipDescription, NSRelationshipDescription) {
        let (one, two) = (NSRelationshipDescription(), NSRelationshipDescription())
        (one.name, one.destinationEntity, one.inverseRelationship) = (first, other, two)
        (two.name, two.destinationEntity, two.inverseRelationship) = (second, entity, one)
        for end in [one, two] { end.deleteRule = .nullifyDeleteRule }
        return (one, two)
    }
}
