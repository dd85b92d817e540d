// SPDX-License-Identifier: Apache-2.0
// The model of the example, made in code, and a coordinator with a server's store.

import CoreData

/// Notes with a title and stars.
public enum Notes {
    /// Makes the model.
    public static func model() -> NSManagedObjectModel {
        let note = NSEntityDescription()
        note.name = "Note"
        note.properties = [
            attribute("title", .string), attribute("stars", .integer64), attribute("version", .integer64),
        ]
        let model = NSManagedObjectModel()
        model.entities = [note]
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

    /// Opens the store of a server.
    ///
    /// - Parameter url: the server.
    /// - Returns: a context on the store.
    /// - Throws: the error of adding the store, when the server does not answer.
    public static func open(_ url: URL) throws -> NSManagedObjectContext {
        RemoteStore.register()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        _ = try coordinator.addPersistentStore(type: RemoteStore.storeType, at: url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }
}
