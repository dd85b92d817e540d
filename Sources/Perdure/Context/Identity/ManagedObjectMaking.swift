// SPDX-License-Identifier: Apache-2.0
// Person(context:): the entity of a class, in the model that the context uses.

import Foundation

/// Gives `Person(context:)` to all classes of managed objects.
///
/// A protocol, because its extension's initializer can be called on metatypes while subclasses declare their own.
public protocol ManagedObjectMaking: AnyObject {}

extension NSManagedObject: ManagedObjectMaking {}

extension ManagedObjectMaking where Self: NSManagedObject {
    /// Makes an object of the class's entity and inserts it.
    ///
    /// Stops the process when the context's model has no entity of this class, or several.
    public init(context: NSManagedObjectContext) {
        self.init(entity: context.entity(of: Self.self), insertInto: context)
    }
}

extension NSManagedObjectContext {
    /// The entity of a class; answers are kept, because programs insert many objects of few classes.
    fileprivate final func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
        let (name, registrations) = (ObjectIdentifier(type), ObjectClassTable.shared.registrations)
        if let known = knownClasses.entity(of: name, registrations) { return known }
        let model = persistentStoreCoordinator?.managedObjectModel
        let own = model?.entities(of: type) ?? []
        guard own.count == 1, let entity = own.first else { return Self.entityBeyondModel(type) }
        if model?.isFrozen == true { knownClasses.learn(entity, of: name, registrations) }
        return entity
    }

    /// The entity of a class that has none, or several, in the context's model.
    private static func entityBeyondModel(_ type: NSManagedObject.Type) -> NSEntityDescription {
        let entity = type.entity()
        if entity.name == nil, case .failure(let error) = EntitiesByClass.shared.entity(of: type) {
            error.stop()
        }
        return entity
    }
}
