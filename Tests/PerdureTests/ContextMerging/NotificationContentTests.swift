// SPDX-License-Identifier: Apache-2.0
// The keys and the forms of what contexts post.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Contents of notifications") struct NotificationContentTests {
    @Test("CTX-40 CTX-42 each key in its three spellings")
    func keys() {
        typealias Key = NSManagedObjectContext.NotificationKey
        let keys: [(Key, String, String)] = [
            (.insertedObjects, NSInsertedObjectsKey, "inserted"),
            (.updatedObjects, NSUpdatedObjectsKey, "updated"),
            (.deletedObjects, NSDeletedObjectsKey, "deleted"),
            (.refreshedObjects, NSRefreshedObjectsKey, "refreshed"),
            (.invalidatedObjects, NSInvalidatedObjectsKey, "invalidated"),
            (.invalidatedAllObjects, NSInvalidatedAllObjectsKey, "invalidatedAll"),
            (.insertedObjectIDs, NSInsertedObjectIDsKey, "inserted_objectIDs"),
            (.updatedObjectIDs, NSUpdatedObjectIDsKey, "updated_objectIDs"),
            (.deletedObjectIDs, NSDeletedObjectIDsKey, "deleted_objectIDs"),
            (.refreshedObjectIDs, NSRefreshedObjectIDsKey, "refreshed_objectIDs"),
            (.invalidatedObjectIDs, NSInvalidatedObjectIDsKey, "invalidated_objectIDs"),
        ]
        for (key, constant, text) in keys { #expect(key.rawValue == text && constant == text) }
        let merged = NSManagedObjectContext.didMergeChangesObjectIDsNotification
        #expect(merged == .NSManagedObjectContextDidMergeChangesObjectIDs)
        #expect(merged.rawValue == "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
    }

    @Test(
        "CTX-41 CTX-43 CTX-48 CTX-50 sets of objects, and an array of IDs after a reset",
        arguments: Stack.Kind.allCases)
    func forms(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        let posted = PostedNotifications(
            [.NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidSave], of: context)
        let person = context.insert("Person")
        try context.save()
        #expect(
            posted.all.count == 2
                && posted.all.allSatisfy { $0.object as? NSManagedObjectContext === context })
        for notification in posted.all {
            #expect(notification.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> == [person])
            let isSaved = notification.name == .NSManagedObjectContextDidSave
            let token = notification.userInfo?[NSManagedObjectContextQueryGenerationKey]
            #expect((token is NSQueryGenerationToken) == (isSaved && kind != .inMemory), "CTX-45")
            #expect(notification.userInfo?.count == (token == nil ? 1 : 2))
        }
        _ = posted.takeNames()
        person.setValue("glad", forKey: "mood")
        try context.save()
        #expect(
            posted.all.map { $0.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> } == [
                [person], [person],
            ])
        _ = posted.takeNames()
        let id = person.objectID
        context.reset()
        #expect(posted.all.count == 1 && posted.all.first?.userInfo?.count == 1)
        #expect(posted.all.first?.userInfo?[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID] == [id])
    }
}
