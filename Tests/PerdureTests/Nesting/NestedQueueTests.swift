// SPDX-License-Identifier: Apache-2.0
// Parents and children on queues of their own, and merges between them.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Nested contexts and queues") struct NestedQueueTests {
    @Test("CTX-21 CTX-224 a private child of a main-queue parent, used from the main thread")
    @MainActor func mainParent() throws {
        let stack = try Stack(.inMemory)
        let parent = NSManagedObjectContext(.mainQueue)
        parent.persistentStoreCoordinator = stack.coordinator
        parent.insert("Person", ["firstName": "Ada"])
        let child = Nest.child(of: parent)
        let deep = Nest.child(of: child)
        try deep.performAndWait {
            #expect(try deep.texts("Person", "firstName") == ["Ada"])
            deep.insert("Person", ["firstName": "Bob"])
            try deep.save()
        }
        try child.performAndWait { try child.save() }
        #expect(parent.insertedObjects.count == 2)
        try parent.save()
    }

    @Test("CTX-21 a main-queue child of a main-queue parent")
    @MainActor func mainChild() throws {
        let stack = try Stack(.inMemory)
        let parent = NSManagedObjectContext(.mainQueue)
        parent.persistentStoreCoordinator = stack.coordinator
        let child = NSManagedObjectContext(.mainQueue)
        child.parent = parent
        child.insert("Person", ["firstName": "Ada"])
        try child.save()
        try parent.save()
        #expect(try child.texts("Person", "firstName") == ["Ada"])
    }

    @Test("CTX-21 children of a main-queue parent work from their own queues")
    @MainActor func fromBackground() async throws {
        let stack = try Stack(.inMemory)
        let parent = NSManagedObjectContext(.mainQueue)
        parent.persistentStoreCoordinator = stack.coordinator
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                let child = Nest.child(of: parent)
                group.addTask {
                    try await child.perform {
                        child.insert("Person", ["firstName": "\(number)"])
                        try child.save()
                        let found = try child.all("Person")
                        #expect(!found.isEmpty)
                    }
                }
            }
            try await group.waitForAll()
        }
        try parent.save()
        #expect(try parent.all("Person").count == 8)
    }

    @Test("CTX-128 CTX-149 a child follows its parent's saves", arguments: Stack.Kind.allCases)
    func follows(_ kind: Stack.Kind) async throws {
        let stack = try Stack(kind)
        let parent = stack.context()
        let child = Nest.child(of: parent)
        let sibling = Nest.child(of: parent)
        child.automaticallyMergesChangesFromParent = true
        let id = try await parent.perform {
            let person = parent.insert("Person", ["firstName": "Ada"])
            try parent.save()
            return person.objectID
        }
        try await child.perform {
            child.retainsRegisteredObjects = true
            let twin = try child.existingObject(with: id)
            #expect(twin.value(forKey: "firstName") as? String == "Ada")
        }
        let signal = MergeSignal(child)
        try await sibling.perform {
            try sibling.existingObject(with: id).setValue("Eve", forKey: "firstName")
            try sibling.save()
        }
        // CTX-121: nothing arrives before the parent has saved.
        await child.perform(schedule: .enqueued) {
            #expect(child.registeredObject(for: id)?.value(forKey: "firstName") as? String == "Ada")
        }
        try await parent.perform { try parent.save() }
        #expect(await signal.next() == [NSUpdatedObjectIDsKey, NSRefreshedObjectIDsKey])
        await child.perform {
            #expect(child.registeredObject(for: id)?.value(forKey: "firstName") as? String == "Eve")
        }
    }

    @Test(
        "CTX-128 CTX-126 the merge gives a child's new objects their permanent IDs",
        arguments: Stack.Kind.allCases)
    func mergedIDs(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let notice = SaveNotice(nest.parent)
        let mine = nest.child.insert("Person", ["firstName": "Ada", "mood": 5])
        try nest.child.save()
        try nest.parent.save()
        let posted = PostedIDs(nest.child)
        nest.child.mergeChanges(fromContextDidSave: try #require(notice.objects))
        #expect(!mine.objectID.isTemporaryID && mine.value(forKey: "mood") as? Int == 5)
        #expect(posted.changes == [[NSInsertedObjectsKey: [mine.objectID]]])
        #expect(nest.child.registeredObjects == [mine] && !nest.child.hasChanges)
    }

    @Test("CTX-146 a remote save is merged into parents first")
    func remote() throws {
        let nest = try Nest(.sqlite)
        let person = try nest.saved("Person", ["firstName": "Ada"])
        let twin = try nest.twin(person)
        let far = try Stack(at: #require(nest.stack.url), nest.stack.coordinator.managedObjectModel)
        let writer = far.context()
        let theirs = try #require(writer.all("Person").first)
        theirs.setValue("Eve", forKey: "firstName")
        try writer.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [theirs.objectID.uriRepresentation()]],
            into: [nest.child])
        #expect(person.value(forKey: "firstName") as? String == "Eve")
        #expect(twin.value(forKey: "firstName") as? String == "Eve")
    }
}
