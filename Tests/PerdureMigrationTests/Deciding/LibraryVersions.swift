// SPDX-License-Identifier: Apache-2.0
// Versions of a model about books and authors, and a store of one of them in a folder of its own.

import CoreData
import Foundation
import PerdureTestSupport

/// Versions of one model.
enum LibraryVersions {
    /// Books with titles and pages, authors with names.
    ///
    /// A name of its own for the entity of books makes a version that no other test knows.
    static func first(_ name: String = "Book", _ more: NSAttributeDescription...) -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                name, .attribute("title"), .attribute("pages", .integer32AttributeType),
                .toOne("author", "Author", inverse: "books")),
            EntitySketch("Author", .attribute("name"), .toMany("books", name, inverse: "author")))
        add(more, to: model, name)
        return model
    }

    /// Authors are writers, and have books under another name; books have a language.
    static func second(_ name: String = "Book", _ more: NSAttributeDescription...) -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                name, .attribute("title"), .attribute("pages", .integer32AttributeType),
                .attribute("language", isOptional: false, default: "en"),
                .toOne("author", "Writer", inverse: "works")),
            EntitySketch("Writer", .attribute("name"), .toMany("works", name, inverse: "author")))
        model.entitiesByName["Writer"]?.renamingIdentifier = "Author"
        model.entitiesByName["Writer"]?.propertiesByName["works"]?.renamingIdentifier = "books"
        add(more, to: model, name)
        return model
    }

    /// Titles are numbers, which no migration can infer.
    static func numbered(_ name: String = "Book") -> NSManagedObjectModel {
        let model = first(name)
        model.entitiesByName[name]?.attributesByName["title"]?.attributeType = .integer64AttributeType
        return model
    }

    /// Books have no pages.
    static func withoutPages(_ name: String = "Book") -> NSManagedObjectModel {
        let model = first(name)
        model.entitiesByName[name]?.properties.removeAll { $0.name == "pages" }
        return model
    }

    private static func add(_ more: [NSAttributeDescription], to model: NSManagedObjectModel, _ name: String)
    {
        model.entitiesByName[name]?.properties += more
    }

    /// An attribute to add.
    static func attribute(
        _ name: String, _ type: NSAttributeType = .stringAttributeType, isOptional: Bool = true
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        return attribute
    }

    /// Both options of lightweight migration.
    static var migrating: [AnyHashable: Any] {
        [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    }
}
