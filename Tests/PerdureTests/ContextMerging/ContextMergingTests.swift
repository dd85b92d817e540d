// SPDX-License-Identifier: Apache-2.0
// mergeChanges(fromContextDidSave:): what becomes of objects here, and what is posted about it.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Two contexts of one coordinator: A saves, B merges.
struct TwoContexts {
    let stack: Stack
    let a: NSManagedObjectContext
    let b: NSManagedObjectContext
    /// Reads what is stored; kept, because objects do not keep their context.
    let reader: NSManagedObjectContext
    let notice: SaveNotice

    init(_ kind: Stack.Kind, _ classes: [String: NSManagedObject.Type] = [:]) throws {
        stack = try Stack(kind, FixtureModel.scenarios(classes))
        a = stack.context()
        b = stack.context()
        reader = stack.context()
        notice = SaveNotice(a)
    }

    /// Inserts in A and saves.
    func saved(_ entity: String, _ values: [String: Any?] = [:]) throws -> NSManagedObject {
        let object = a.insert(entity, values)
        try a.save()
        return object
    }

    /// The object in B, with its values.
    func twin(_ object: NSManagedObject) throws -> NSManagedObject {
        try b.existingObject(with: object.objectID)
    }

    /// Saves A and merges its notification into B.
    func saveAndMerge(ids: Bool = false) throws {
        try a.save()
        b.mergeChanges(fromContextDidSave: try #require(ids ? notice.ids : notice.objects))
    }
}

@Suite("Merging the saves of other contexts") struct ContextMergingTests {
    @Test(
        "CTX-140 CTX-143 CTX-148 CTX-200 one event with exact sets", arguments: Stack.Kind.allCases,
        [false, true])
    func exactSets(_ kind: Stack.Kind, _ ids: Bool) throws {
        let two = try TwoContexts(kind)
        let realized = try two.saved("Person", ["firstName": "Ada"])
        let fault = try two.saved("Person", ["firstName": "Bob"])
        let doomed = try two.saved("Person", ["firstName": "Cyd"])
        let unknown = try two.saved("Person", ["firstName": "Dan"])
        let twin = try two.twin(realized)
        let fault2 = two.b.object(with: fault.objectID)
        let doomed2 = try two.twin(doomed)
        let posted = PostedIDs(two.b)
        for object in [realized, fault, unknown] { object.setValue("Eve", forKey: "firstName") }
        two.a.delete(doomed)
        let new = two.a.insert("Person", ["firstName": "New"])
        try two.saveAndMerge(ids: ids)
        #expect(twin.value(forKey: "firstName") as? String == "Eve")
        #expect(fault2.isFault && fault2.value(forKey: "firstName") as? String == "Eve")
        #expect(two.b.registeredObject(for: unknown.objectID) == nil)
        #expect(two.b.deletedObjects == [doomed2] && two.b.updatedObjects.isEmpty)
        #expect(two.b.insertedObjects.isEmpty)
        #expect(
            posted.changes == [
                [
                    NSInsertedObjectsKey: [new.objectID], NSRefreshedObjectsKey: [realized.objectID],
                    NSDeletedObjectsKey: [doomed.objectID],
                ]
            ])
        #expect(
            posted.merges == [
                [
                    NSInsertedObjectIDsKey: [new.objectID], NSDeletedObjectIDsKey: [doomed.objectID],
                    NSUpdatedObjectIDsKey: [realized.objectID, fault.objectID, unknown.objectID],
                    NSRefreshedObjectIDsKey: [realized.objectID],
                ]
            ])
    }

    @Test("CTX-140 CTX-200 an inserted object comes as a fault", arguments: Stack.Kind.allCases)
    func insertedAsFault(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        two.b.retainsRegisteredObjects = true
        let person = two.a.insert("Person", ["firstName": "Ada"])
        let posted = PostedIDs(two.b)
        try two.saveAndMerge()
        #expect(posted.changes == [[NSInsertedObjectsKey: [person.objectID]]])
        let twin = try #require(two.b.registeredObject(for: person.objectID))
        #expect(twin.isFault && !twin.isInserted && !two.b.hasChanges)
        #expect(twin.value(forKey: "firstName") as? String == "Ada")
    }

    @Test(
        "CTX-141 CTX-200 TRN-232 faults stay faults, and nothing is reported", arguments: Stack.Kind.allCases)
    func faults(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person", ["firstName": "Ada", "mood": "glad"])
        let fault = two.b.object(with: person.objectID)
        let posted = PostedIDs(two.b)
        person.setValue("Eve", forKey: "firstName")
        try two.saveAndMerge()
        #expect(fault.isFault && posted.changes.isEmpty && posted.merges.count == 1)
        #expect(fault.value(forKey: "mood") == nil)
        #expect(fault.value(forKey: "firstName") as? String == "Eve")
    }

    @Test(
        "CTX-142 a merged deletion is pending, and the save of it is silent", arguments: Stack.Kind.allCases)
    func deletion(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let first = try two.saved("Person", ["firstName": "Ada"])
        let second = try two.saved("Person", ["firstName": "Bob"])
        let twin = try two.twin(first)
        let fault = two.b.object(with: second.objectID)
        two.a.delete(first)
        two.a.delete(second)
        try two.saveAndMerge()
        #expect(two.b.deletedObjects == [twin, fault] && two.b.hasChanges)
        try two.b.save()
        #expect(!two.b.hasChanges && twin.managedObjectContext == nil && fault.managedObjectContext == nil)
        #expect(try two.b.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 0)
    }

    @Test("CTX-142 deleting in both contexts leaves one pending deletion", arguments: Stack.Kind.allCases)
    func deletedInBoth(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person")
        let twin = try two.twin(person)
        two.b.delete(twin)
        two.b.processPendingChanges()
        let posted = PostedIDs(two.b)
        two.a.delete(person)
        try two.saveAndMerge()
        #expect(two.b.deletedObjects == [twin] && posted.changes.isEmpty)
        try two.b.save()
    }

    @Test(
        "CTX-144 CTX-101 CTX-102 local changes win per property; saving them does not conflict",
        arguments: Stack.Kind.allCases)
    func localChanges(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person", ["firstName": "Ada", "lastName": "Byron", "age": 1])
        let twin = try two.twin(person)
        twin.setValue("King", forKey: "lastName")
        two.b.processPendingChanges()
        let posted = PostedIDs(two.b)
        person.setValuesForKeys(["lastName": "Noel", "age": 2])
        try two.saveAndMerge()
        #expect(twin.value(forKey: "lastName") as? String == "King" && twin.value(forKey: "age") as? Int == 2)
        #expect(twin.committedValues(forKeys: ["lastName"])["lastName"] as? String == "Noel")
        #expect(two.b.updatedObjects == [twin])
        #expect(posted.changes == [[NSRefreshedObjectsKey: [person.objectID]]])
        try two.b.save()
        let fresh = try two.reader.all("Person")
        #expect(fresh.map { $0.value(forKey: "lastName") as? String } == ["King"])
    }

    @Test("CTX-140 what was pending is an event of its own", arguments: Stack.Kind.allCases)
    func pendingFirst(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person", ["firstName": "Ada"])
        let twin = try two.twin(person)
        let posted = PostedIDs(two.b)
        let new = two.b.insert("Tag", ["label": "x"])
        person.setValue("Eve", forKey: "firstName")
        try two.saveAndMerge()
        #expect(
            posted.changes == [
                [NSInsertedObjectsKey: [new.objectID]], [NSRefreshedObjectsKey: [twin.objectID]],
            ])
    }

    @Test("CTX-145 merging a context's own save has no effect", arguments: Stack.Kind.allCases)
    func sameContext(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person", ["firstName": "Ada"])
        person.setValue("Eve", forKey: "firstName")
        try two.a.save()
        person.setValue("Fay", forKey: "firstName")
        two.a.processPendingChanges()
        let posted = PostedIDs(two.a)
        two.a.mergeChanges(fromContextDidSave: try #require(two.notice.objects))
        #expect(posted.changes.isEmpty && posted.merges.isEmpty)
        #expect(person.value(forKey: "firstName") as? String == "Fay" && two.a.updatedObjects == [person])
    }

    @Test("CTX-140 a notification without contents, and one of a foreign store, change nothing")
    func foreign() throws {
        let two = try TwoContexts(.inMemory)
        let other = try TwoContexts(.inMemory)
        let person = other.a.insert("Person")
        try other.a.save()
        let posted = PostedIDs(two.b)
        two.b.mergeChanges(fromContextDidSave: try #require(other.notice.objects))
        two.b.mergeChanges(fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave))
        NSManagedObjectContext(.privateQueue)
            .mergeChanges(fromContextDidSave: try #require(other.notice.objects))
        #expect(posted.changes.isEmpty && posted.merges.count == 2)
        #expect(two.b.registeredObject(for: person.objectID) == nil)
    }

    @Test(
        "CTX-140 of an object that was deleted since, the merge of its insertion makes nothing",
        arguments: Stack.Kind.allCases)
    func goneAgain(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person")
        let insertion = try #require(two.notice.objects)
        two.a.delete(person)
        try two.a.save()
        let posted = PostedIDs(two.b)
        two.b.mergeChanges(fromContextDidSave: insertion)
        #expect(posted.changes.isEmpty)
    }

    @Test("CTX-73 CTX-210 merging registers nothing for undo", arguments: Stack.Kind.allCases)
    func undo(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person", ["age": 0])
        let doomed = try two.saved("Tag")
        let twin = try two.twin(person)
        let tag = try two.twin(doomed)
        let manager = UndoManager()
        manager.groupsByEvent = false
        two.b.undoManager = manager
        // Not processed yet: the merge must not take it out of undo.
        twin.setValue(1, forKey: "age")
        person.setValue("Byron", forKey: "lastName")
        two.a.insert("Person")
        two.a.delete(doomed)
        try two.saveAndMerge()
        two.b.undo()
        #expect(
            twin.value(forKey: "age") as? Int == 0 && twin.value(forKey: "lastName") as? String == "Byron")
        #expect(!manager.canUndo && two.b.deletedObjects == [tag])
        two.b.redo()
        #expect(
            twin.value(forKey: "age") as? Int == 1 && twin.value(forKey: "lastName") as? String == "Byron")
        try two.b.save()
    }
}
