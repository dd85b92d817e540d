// SPDX-License-Identifier: Apache-2.0
// Finds objects by their names. Part of WritableStore.swift.

import Foundation
import Perdure

extension WritableStore {
    /// The store's UUID.
    var uuid: String { store.identifier ?? "" }

    func entity(named name: String) -> NSEntityDescription? {
        context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
    }

    /// The store's object of a name; nil where there is none.
    func object(_ name: ObjectName) -> NSManagedObject? {
        guard
            let encoded = name.entity.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed),
            let url = URL(string: "x-coredata://\(uuid)/\(encoded)/p\(name.number)"),
            let id = context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
        else { return nil }
        return try? context.existingObject(with: id)
    }

    /// The name of an object as the user writes it.
    func name(of object: NSManagedObject) -> String {
        let parts = object.objectID.uriRepresentation().pathComponents.suffix(2)
        return parts.joined(separator: "/")
    }
}
