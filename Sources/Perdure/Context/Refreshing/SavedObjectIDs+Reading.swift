// SPDX-License-Identifier: Apache-2.0
// Where the IDs of a save come from: the saving context's objects, notifications, dictionaries of other processes.
// Part of SavedObjectIDs.swift.

import Foundation

extension SavedObjectIDs {
    /// Makes the IDs of a save of a context of the same coordinator.
    init(_ changes: SavedChanges, computed: [NSManagedObjectID]) {
        self.init()
        inserted = changes.inserted.map(\.objectID)
        updated = changes.updated.map(\.objectID)
        deleted = changes.deleted.map(\.objectID)
        self.computed = computed
    }

    /// Reads the IDs from a notification, or from a program's dictionary.
    ///
    /// - Parameters:
    ///   - information: objects, IDs or URIs by the keys of notifications; other elements are ignored.
    ///   - coordinator: the coordinator of the merging context; IDs of other coordinators are looked up by their URIs.
    init(_ information: [AnyHashable: Any], in coordinator: NSPersistentStoreCoordinator) {
        self.init()
        var reader = SavedIDReader(information, coordinator)
        inserted = reader.ids([NSInsertedObjectsKey, NSInsertedObjectIDsKey])
        updated = reader.ids([
            NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSInvalidatedObjectsKey, NSInvalidatedObjectIDsKey,
        ])
        // The notification with objects has the objects that the saving context has registered, and the IDs of all.
        computed = Set(reader.ids([NSRefreshedObjectsKey, NSRefreshedObjectIDsKey])).inOrderOfKeys
        deleted = reader.ids([NSDeletedObjectsKey, NSDeletedObjectIDsKey])
    }
}

/// Reads IDs from the collections of a notification.
private struct SavedIDReader {
    private let information: [AnyHashable: Any]
    private let coordinator: NSPersistentStoreCoordinator
    /// The last store that was found to be the coordinator's: most IDs are of one store.
    private var known: ObjectIDNamespace?

    init(_ information: [AnyHashable: Any], _ coordinator: NSPersistentStoreCoordinator) {
        self.information = information
        self.coordinator = coordinator
    }

    /// The IDs below some keys.
    mutating func ids(_ keys: [String]) -> [NSManagedObjectID] {
        var all: [NSManagedObjectID] = []
        for key in keys {
            let more = ids(information[key])
            if all.isEmpty { all = more } else { all += more }
        }
        return all
    }

    /// The IDs of any kind of collection.
    ///
    /// The elements of a set are sorted by their keys. Objects and rows lie in memory in that order; a random order of
    /// hundreds of thousands of objects would mostly wait for memory.
    private mutating func ids(_ value: Any?) -> [NSManagedObjectID] {
        switch value {
        case let set as Set<NSManagedObject>: local(set.idsInOrderOfKeys)
        case let set as Set<NSManagedObjectID>: local(set.inOrderOfKeys)
        case let list as [NSManagedObjectID]: local(list)
        default: Self.elements(value).compactMap { id($0) }
        }
    }

    private static func elements(_ value: Any?) -> [Any] {
        switch value {
        case let set as Set<AnyHashable>: set.map(\.base)
        case let list as [Any]: list
        case let set as NSSet: set.allObjects
        case let list as NSArray: list.map { $0 }
        case let list as NSOrderedSet: list.array
        default: []
        }
    }

    /// The ID of an element in the coordinator; of a managed object, only the ID is read.
    private mutating func id(_ element: Any) -> NSManagedObjectID? {
        switch element {
        case let object as NSManagedObject: local(object.objectID)
        case let id as NSManagedObjectID: local(id)
        case let url as URL: coordinator.managedObjectID(forURIRepresentation: url)
        case let url as NSURL: coordinator.managedObjectID(forURIRepresentation: url as URL)
        default: nil
        }
    }

    private mutating func local(_ ids: [NSManagedObjectID]) -> [NSManagedObjectID] {
        // In most programs all IDs are the coordinator's: the list is the answer.
        ids.allSatisfy { isLocal($0) } ? ids : ids.compactMap { local($0) }
    }

    private mutating func local(_ id: NSManagedObjectID) -> NSManagedObjectID? {
        isLocal(id) ? id : coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation())
    }

    private mutating func isLocal(_ id: NSManagedObjectID) -> Bool {
        // Temporary IDs belong to the process, not to a coordinator.
        if id.isTemporaryID { return true }
        if let known, known === id.namespace { return true }
        guard id.persistentStore?.persistentStoreCoordinator === coordinator else { return false }
        known = id.namespace
        return true
    }
}
