// SPDX-License-Identifier: Apache-2.0
// Models by their identifiers.

import Foundation
import Perdure
import PerdureBase

extension ModelContext {
    /// The model with an identifier; it is read from its store when one of its properties is.
    ///
    /// Stops the process for an identifier of no store and no class of the container.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        guard let id = objectID(of: persistentModelID),
            let model = (store.object(with: id) as? _ModelObject)?.model as? any PersistentModel
        else {
            CoreDataException.invalidArgument(
                "\(persistentModelID) is of no store of this container: use registeredModel(for:) to ask."
            ).stop()
        }
        return model
    }

    /// The model with an identifier, if the context has it.
    public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
        guard let id = objectID(of: persistentModelID) else { return nil }
        return (store.registeredObject(for: id) as? _ModelObject)?.model as? T
    }

    /// The ID behind an identifier, in this container's stores; nil for an identifier of others.
    func objectID(of identifier: PersistentIdentifier) -> NSManagedObjectID? {
        Self.objectID(of: identifier, in: stores)
    }

    static func objectID(of identifier: PersistentIdentifier, in stores: OpenStores)
        -> NSManagedObjectID?
    {
        let content = identifier.implementation
        if let id = content.managedObjectID {
            let isOwn =
                id.isTemporaryID || id.persistentStore?.persistentStoreCoordinator === stores.coordinator
            if isOwn { return id }
        }
        if let own = content.storeIdentifier.flatMap(stores.snapshotStore) {
            return try? own.objectID(of: identifier)
        }
        return stores.coordinator.managedObjectID(forURIRepresentation: content.uri)
    }
}
