// SPDX-License-Identifier: Apache-2.0
// The names of a context's notifications and the keys of their information.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

extension NSManagedObjectContext {
    /// Posted at the end of an event with the objects that were inserted, updated, deleted and refreshed in it.
    public static let didChangeObjectsNotification = Notification.Name(
        "NSObjectsChangedInManagingContextNotification")
    /// Posted before a save, without further information.
    public static let willSaveObjectsNotification = Notification.Name(
        "NSManagingContextWillSaveChangesNotification")
    /// Posted after a save with the objects that were inserted, updated and deleted.
    ///
    /// The store may compute derived attributes of objects that the save did not write. The IDs of all these objects
    /// are in `refreshedObjectIDs`; the objects that the context has registered are in `refreshedObjects`. With stores
    /// that keep a history, "newChangeToken" holds the history token after the save: what others
    /// commit after it comes behind the token.
    public static let didSaveObjectsNotification = Notification.Name(
        "NSManagingContextDidSaveChangesNotification")
    /// Posted after a save with the IDs of the objects that were inserted, updated and deleted.
    ///
    /// The refreshed IDs are those of objects that the save did not write, but whose derived attributes the store
    /// computed.
    public static let didSaveObjectIDsNotification = Notification.Name(
        "NSManagedObjectContextDidSaveObjectIDsNotification")
    /// Posted after a merge with the IDs of the objects that were inserted, updated, deleted and refreshed.
    public static let didMergeChangesObjectIDsNotification = Notification.Name(
        "NSManagedObjectContextDidMergeChangesObjectIDsNotification")

    /// The keys of a notification's information.
    public enum NotificationKey: String, Sendable {
        /// A set of inserted objects.
        case insertedObjects = "inserted"
        /// A set of updated objects.
        case updatedObjects = "updated"
        /// A set of deleted objects.
        case deletedObjects = "deleted"
        /// A set of objects that were brought up to date without becoming dirty.
        case refreshedObjects = "refreshed"
        /// A set of objects whose values are no longer valid; merges read this key.
        case invalidatedObjects = "invalidated"
        /// The IDs of all objects of a context that was reset, as an array.
        case invalidatedAllObjects = "invalidatedAll"
        /// A set of the IDs of inserted objects.
        case insertedObjectIDs = "inserted_objectIDs"
        /// A set of the IDs of updated objects.
        case updatedObjectIDs = "updated_objectIDs"
        /// A set of the IDs of deleted objects.
        case deletedObjectIDs = "deleted_objectIDs"
        /// A set of the IDs of refreshed objects.
        case refreshedObjectIDs = "refreshed_objectIDs"
        /// A set of the IDs of objects whose values are no longer valid; merges read this key.
        case invalidatedObjectIDs = "invalidated_objectIDs"
        /// The token of the stores' state after a save; only with stores that keep earlier states.
        case queryGeneration = "newQueryGeneration"
    }
}

extension Notification.Name {
    /// Posted by a context at the end of an event.
    public static let NSManagedObjectContextObjectsDidChange =
        NSManagedObjectContext.didChangeObjectsNotification
    /// Posted by a context before a save.
    public static let NSManagedObjectContextWillSave = NSManagedObjectContext.willSaveObjectsNotification
    /// Posted by a context after a save, with objects.
    public static let NSManagedObjectContextDidSave = NSManagedObjectContext.didSaveObjectsNotification
    /// Posted by a context after a save, with object IDs.
    public static let NSManagedObjectContextDidSaveObjectIDs =
        NSManagedObjectContext.didSaveObjectIDsNotification
    /// Posted by a context after it merged another context's save, with object IDs.
    public static let NSManagedObjectContextDidMergeChangesObjectIDs =
        NSManagedObjectContext.didMergeChangesObjectIDsNotification
}

/// The key of a set of inserted objects.
public let NSInsertedObjectsKey = "inserted"
/// The key of a set of updated objects.
public let NSUpdatedObjectsKey = "updated"
/// The key of a set of deleted objects.
public let NSDeletedObjectsKey = "deleted"
/// The key of a set of refreshed objects.
public let NSRefreshedObjectsKey = "refreshed"
/// The key of a set of objects whose values are no longer valid.
public let NSInvalidatedObjectsKey = "invalidated"
/// The key of an array with the IDs of all objects of a context that was reset.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
/// The key of a set of the IDs of inserted objects.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// The key of a set of the IDs of updated objects.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// The key of a set of the IDs of deleted objects.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
/// The key of a set of the IDs of refreshed objects.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
/// The key of a set of the IDs of objects whose values are no longer valid.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"
/// The key of the token of the stores' state after a save.
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"
