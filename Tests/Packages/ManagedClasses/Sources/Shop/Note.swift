// SPDX-License-Identifier: Apache-2.0
// Classes that no model file names: the model is made in code, and a base class lends its properties to several.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreData
import Foundation

open class Stamped: NSManagedObject {
    @NSManaged public var createdAt: Date
    @NSManaged public var size: Int32
    @NSManaged public var label: String
}

public class Note: Stamped {
    @NSManaged public var text: String?
    @NSManaged public var grade: Grade
    @NSManaged public var parent: Note?
    @NSManaged public var children: Set<Note>
    @NSManaged public var pages: [Page]
    @NSManaged public var primitiveText: String?

    @NSManaged public func addToChildren(_ value: Note)
    @NSManaged public func removeFromChildren(_ values: NSSet)
    @NSManaged public func addToPages(_ value: Page)
    @NSManaged public func insertIntoPages(_ value: Page, at idx: Int)
    @NSManaged public func removeFromPages(at idx: Int)

    // Key-value coding calls this one, and it calls the supplied accessor.
    override public var label: String {
        get { "[" + super.label + "]" }
        set { super.label = newValue }
    }
}

public final class Page: Stamped {
    @NSManaged public var note: Note?
}

/// The model of the notes.
public func makeNoteModel() -> NSManagedObjectModel {
    let (note, page) = (makeEntity("Note"), makeEntity("Page"))
    let parent = makeRelationship("parent", note, maxCount: 1)
    let children = makeRelationship("children", note, maxCount: 0)
    let pages = makeRelationship("pages", page, maxCount: 0, isOrdered: true)
    let owner = makeRelationship("note", note, maxCount: 1)
    (parent.inverseRelationship, children.inverseRelationship) = (children, parent)
    (pages.inverseRelationship, owner.inverseRelationship) = (owner, pages)
    note.properties =
        makeStamps() + [
            makeAttribute("text", .stringAttributeType), makeAttribute("grade", .integer16AttributeType),
            parent, children, pages,
        ]
    page.properties = makeStamps() + [owner]
    let model = NSManagedObjectModel()
    model.entities = [note, page]
    return model
}

private func makeEntity(_ name: String) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "Shop." + name
    return entity
}

private func makeAttribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
}

private func makeRelationship(
    _ name: String, _ entity: NSEntityDescription, maxCount: Int, isOrdered: Bool = false
) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = entity
    relationship.maxCount = maxCount
    relationship.isOptional = true
    relationship.isOrdered = isOrdered
    return relationship
}

/// The attributes of Stamped, for one entity.
private func makeStamps() -> [NSPropertyDescription] {
    [
        makeAttribute("createdAt", .dateAttributeType), makeAttribute("size", .integer32AttributeType),
        makeAttribute("label", .stringAttributeType),
    ]
}
