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
        let find = { (keys: [String]) in
            keys.flatMap { Self.elements(information[$0]) }.compactMap { Self.id($0, in: coordinator) }
        }
        inserted = find([NSInsertedObjectsKey, NSInsertedObjectIDsKey])
        updated = find([
            NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSInvalidatedObjectsKey, NSInvalidatedObjectIDsKey,
        ])
        // The notification with objects has the objects that the saving context has registered, and the IDs of all.
        computed = Array(Set(find([NSRefreshedObjectsKey, NSRefreshedObjectIDsKey]))).inOrderOfKeys
        deleted = find([NSDeletedObjectsKey, NSDeletedObjectIDsKey])
    }

    /// The elements of any kind of collection.
    ///
    /// The elements of a set are sorted by their keys. Objects and rows lie in memory in that order; a random order of
    /// hundreds of thousands of objects would mostly wait for memory.
    private static func elements(_ value: Any?) -> [Any] {
        switch value {
        case let set as Set<NSManagedObject>: set.map(\.objectID).inOrderOfKeys
        case let set as Set<NSManagedObjectID>: Array(set).inOrderOfKeys
        case let list as [NSManagedObjectID]: list
        case let set as Set<AnyHashable>: set.map(\.base)
        case let list as [Any]: list
        case let set as NSSet: set.allObjects
        case let list as NSArray: list.map { $0 }
        case let list as NSOrderedSet: list.array
        default: []
        }
    }

    /// The ID of an element in the coordinator; of a managed object, only the ID is read.
    private static func id(_ element: Any, in coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID?
    {
        switch element {
        case let object as NSManagedObject: local(object.objectID, coordinator)
        case let id as NSManagedObjectID: local(id, coordinator)
        case let url as URL: coordinator.managedObjectID(forURIRepresentation: url)
        case let url as NSURL: coordinator.managedObjectID(forURIRepresentation: url as URL)
        default: nil
        }
    }

    private static func local(_ id: NSManagedObjectID, _ coordinator: NSPersistentStoreCoordinator)
        -> NSManagedObjectID?
    {
        // Temporary IDs belong to the process, not to a coordinator.
        if id.isTemporaryID || id.persistentStore?.persistentStoreCoordinator === coordinator { return id }
        return coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation())
    }
}

extension [NSManagedObjectID] {
    /// The IDs by number, grouped by hierarchy.
    fileprivate var inOrderOfKeys: [NSManagedObjectID] {
        // Each key is read once, and sorted as plain numbers.
        var order = enumerated().map { (key: $1.key, place: $0) }
        order.sort { ($0.key.root, $0.key.number) < ($1.key.root, $1.key.number) }
        return order.map { self[$0.place] }
    }
}
