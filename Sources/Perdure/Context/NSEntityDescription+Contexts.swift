// SPDX-License-Identifier: Apache-2.0
// Entities by name in a context's model, and new objects of these entities. The rest of NSEntityDescription is in
// Model/.

import Foundation

extension NSEntityDescription {
    /// The entity with a name in the model of a context's coordinator.
    ///
    /// Does not read the store. Stops the process when neither the context nor a parent has a coordinator.
    ///
    /// - Parameters:
    ///   - entityName: The name.
    ///   - context: A context with a coordinator.
    /// - Returns: The entity, or nil when the model has none of that name.
    public class func entity(
        forEntityName entityName: String, in context: NSManagedObjectContext
    ) -> NSEntityDescription? {
        guard let coordinator = context.persistentStoreCoordinator else {
            ErrorMessages.contextWithoutCoordinator(entity: entityName).stop()
        }
        return coordinator.managedObjectModel.entitiesByName[entityName]
    }

    /// Makes an object of an entity's class and inserts it.
    ///
    /// Does not read the store. Stops the process when the model has no entity of that name, or when the entity is
    /// abstract; `entity(forEntityName:in:)` tells beforehand.
    ///
    /// - Parameters:
    ///   - entityName: The entity's name.
    ///   - context: The context of the new object.
    /// - Returns: The object, with its default values.
    public class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        guard let entity = entity(forEntityName: entityName, in: context) else {
            ErrorMessages.unknownEntity(entityName).stop()
        }
        return EntityBinding.of(entity).objectClass.init(entity: entity, insertInto: context)
    }
}
