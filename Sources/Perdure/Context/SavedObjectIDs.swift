// SPDX-License-Identifier: Apache-2.0
// What one context tells others of a save: IDs, which may go from queue to queue. Read from notifications, and from
// dictionaries that other processes sent; NSManagedObjectContext+Merging.swift takes them over.

import Foundation

/// The IDs of the objects that were inserted, updated and deleted, and of those for which values were computed.
struct SavedObjectIDs: Sendable {
    var inserted: [NSManagedObjectID] = []
    var updated: [NSManagedObjectID] = []
    var deleted: [NSManagedObjectID] = []
    /// Objects that were not written, but whose derived attributes have other values.
    var computed: [NSManagedObjectID] = []

    /// What a save of a context of the same coordinator did.
    init(_ changes: SavedChanges, computed: [NSManagedObjectID]) {
        inserted = changes.inserted.map(\.objectID)
        updated = changes.updated.map(\.objectID)
        deleted = changes.deleted.map(\.objectID)
        self.computed = computed
    }

    /// What a notification or a program tells.
    ///
    /// - Parameters:
    ///   - information: objects, IDs or URIs by the keys of notifications; what is none of these is left out.
    ///   - coordinator: the one whose stores count; IDs of other coordinators are looked up by their URIs.
    init(_ information: [AnyHashable: Any], in coordinator: NSPersistentStoreCoordinator) {
        let find = { (keys: [String]) in
            keys.flatMap { Self.elements(information[$0]) }.compactMap { Self.id($0, in: coordinator) }
        }
        inserted = find([NSInsertedObjectsKey, NSInsertedObjectIDsKey])
        updated = find([
            NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSInvalidatedObjectsKey, NSInvalidatedObjectIDsKey,
        ])
        // The notification with objects has those that the saving context knows, and the IDs of all.
        computed = Array(Set(find([NSRefreshedObjectsKey, NSRefreshedObjectIDsKey]))).inOrderOfKeys
        deleted = find([NSDeletedObjectsKey, NSDeletedObjectIDsKey])
    }

    var all: [NSManagedObjectID] { inserted + updated + deleted + computed }

    /// The IDs as notifications carry them.
    ///
    /// - Parameter refreshed: those of `updated` and `computed` whose objects were brought up to date.
    /// - Returns: sets by the keys of notifications.
    func userInfo(refreshed: [NSManagedObjectID]) -> [AnyHashable: Any] {
        var groups: [AnyHashable: Set<NSManagedObjectID>] = [:]
        for (key, ids) in [
            (NSInsertedObjectIDsKey, inserted), (NSUpdatedObjectIDsKey, updated),
            (NSDeletedObjectIDsKey, deleted),
        ] where !ids.isEmpty {
            groups[key] = Set(ids)
        }
        if !refreshed.isEmpty {
            // Where every object was brought up to date, one set serves both; only temporary IDs may have changed.
            let areAll =
                computed.isEmpty && refreshed.count == updated.count
                && !updated.contains(where: \.isTemporaryID)
            groups[NSRefreshedObjectIDsKey] =
                areAll ? groups[NSUpdatedObjectIDsKey] : Set(refreshed)
        }
        return groups
    }

    /// The elements of any kind of collection.
    ///
    /// Those of a set are put in the order of their keys: objects and rows lie in memory in that order, and going through
    /// hundreds of thousands of them at random would wait for memory most of the time.
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

    /// The ID of an element as the coordinator knows it; of a managed object, nothing else is read.
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
        // Temporary IDs are those of this process, whatever the coordinator.
        if id.isTemporaryID || id.persistentStore?.persistentStoreCoordinator === coordinator { return id }
        return coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation())
    }
}

extension [NSManagedObjectID] {
    /// The IDs by number, those of one hierarchy side by side.
    fileprivate var inOrderOfKeys: [NSManagedObjectID] {
        // The keys are read once, and sorted as plain numbers.
        var order = enumerated().map { (key: $1.key, place: $0) }
        order.sort { ($0.key.root, $0.key.number) < ($1.key.root, $1.key.number) }
        return order.map { self[$0.place] }
    }
}
