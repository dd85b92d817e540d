// SPDX-License-Identifier: Apache-2.0
// The model of the example, made in code, and a coordinator with a store in a folder.

import CoreData

/// Authors and their books.
public enum Library {
    /// Makes the model.
    public static func model() -> NSManagedObjectModel {
        let (author, book) = (NSEntityDescription(), NSEntityDescription())
        let (books, writer) = (NSRelationshipDescription(), NSRelationshipDescription())
        (author.name, book.name) = ("Author", "Book")
        (books.name, books.destinationEntity, books.inverseRelationship) = ("books", book, writer)
        (writer.name, writer.destinationEntity, writer.inverseRelationship) = ("author", author, books)
        writer.maxCount = 1
        for end in [books, writer] {
            end.isOptional = true
            end.deleteRule = .nullifyDeleteRule
        }
        author.properties = [attribute("name", .string), books]
        book.properties = [
            attribute("title", .string), attribute("printed", .date), attribute("pages", .integer64), writer,
        ]
        let model = NSManagedObjectModel()
        model.entities = [author, book]
        return model
    }

    private static func attribute(_ name: String, _ type: NSAttributeDescription.AttributeType)
        -> NSAttributeDescription
    {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = type
        attribute.isOptional = true
        return attribute
    }

    /// Opens a store in a folder.
    ///
    /// - Parameter folder: where the files are; it is made if it is missing.
    /// - Returns: a context on the store.
    /// - Throws: the error of adding the store.
    public static func open(_ folder: URL) throws -> NSManagedObjectContext {
        FolderStore.register()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        _ = try coordinator.addPersistentStore(type: FolderStore.storeType, at: folder)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }
}
