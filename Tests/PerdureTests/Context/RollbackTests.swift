// SPDX-License-Identifier: Apache-2.0
// What rollback and reset give up, and what they leave.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Rollback and reset")
struct RollbackTests {
    @Test(
        "CTX-81 a new object that is deleted leaves the context, also where delete rules wait for the save",
        arguments: [false, true])
    func deletedNew(_ atEndOfEvent: Bool) throws {
        let life = try Life(.inMemory)
        life.a.propagatesDeletesAtEndOfEvent = atEndOfEvent
        let new = life.a.insert("Thing", ["p": 1])
        life.a.delete(new)
        life.a.rollback()
        #expect(new.managedObjectContext == nil && !new.isDeleted && !life.a.hasChanges)
        try life.a.save()
    }

    @Test(
        "CTX-80 CTX-81 TRN-51 every kind of change is given up, and nothing is read again",
        arguments: Stack.Kind.allCases)
    func rollback(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let owner = try life.saved()
        let thing = try life.saved(["p": 1, "owner": owner])
        let doomed = try life.saved(["p": 2])
        try life.saveElsewhere(9, for: "p", of: thing)
        thing.set(3, "p")
        thing.set(nil, "owner")
        let new = life.a.insert("Thing", ["owner": owner])
        life.a.delete(doomed)
        life.a.rollback()
        // Not 9: the last committed values of this context, not the newest ones.
        #expect(thing.p == 1 && thing.value(forKey: "owner") as? NSManagedObject == owner)
        #expect(owner.related("parts") == [thing] && doomed.p == 2 && !doomed.isDeleted)
        #expect(doomed.managedObjectContext === life.a && new.managedObjectContext == nil)
        #expect(!life.a.hasChanges && life.a.insertedObjects.isEmpty && life.a.deletedObjects.isEmpty)
        #expect(life.a.updatedObjects.isEmpty && !life.a.registeredObjects.contains(new))
        try life.a.save()
        #expect(try life.stored("p", of: thing) == 9)
    }

    @Test(
        "CTX-82 TRN-24 transients of changed objects are reset, then the hook may set them",
        arguments: Stack.Kind.allCases)
    func transients(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let part = life.a.insert("Thing")
        let thing = try life.saved()
        thing.set(5, "t")
        thing.set(part, "other")
        thing.set(NSSet(object: part), "others")
        thing.set("x", "preset")
        try life.a.save()
        let clean = try life.saved(["t": 6])
        thing.set(3, "p")
        let trace = life.a.startTrace()
        life.a.rollback()
        #expect(thing.t == nil && thing.value(forKey: "other") == nil && thing.related("others").isEmpty)
        #expect(thing.value(forKey: "preset") as? String == "preset" && clean.t == 6)
        let told = trace.take().filter { $0.contains("didChange") }.sorted()
        #expect(told == ["other", "others", "p", "preset", "t"].map { "Thing.didChange(\($0))" })
        life.a.on("awake(16)") { $0.setPrimitiveValue(8, forKey: "t") }
        thing.set(5, "t")
        life.a.rollback()
        #expect(thing.t == 8 && !thing.hasChanges && !life.a.hasChanges)
    }

    @Test("CTX-80 CTX-204 what was rolled back in a handler is changed again by the next setter")
    func inHandler() throws {
        let life = try Life(.inMemory)
        let thing = try life.saved(["p": 1])
        let handler = Handler(life.a)
        handler.body = { context in
            thing.set(4, "p")
            context.rollback()
            thing.set(5, "p")
        }
        thing.set(3, "p")
        life.a.processPendingChanges()
        #expect(thing.p == 5 && thing.isUpdated && life.a.updatedObjects == [thing])
        try life.a.save()
        #expect(try life.stored("p", of: thing) == 5)
    }

    @Test("CTX-84 CTX-85 OBJ-20 reset invalidates all objects", arguments: Stack.Kind.allCases)
    func reset(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1, "t": 5])
        let id = thing.objectID
        let new = life.a.insert("Thing", ["p": 2])
        let doomed = try life.saved()
        life.a.delete(doomed)
        life.a.reset()
        for object in [thing, new, doomed] {
            #expect(object.managedObjectContext == nil && object.isFault && !object.hasChanges)
            #expect(object.p == nil && object.t == nil && object.related("parts").isEmpty)
            object.set(3, "p")
        }
        #expect(!life.a.hasChanges && life.a.registeredObjects.isEmpty)
        let again = try life.a.existingObject(with: id)
        #expect(again !== thing && again.p == 1)
        try life.a.save()
        #expect(try life.stack.context().all("Thing").count == 3)
    }

    @Test("CTX-86 CTX-11 reset keeps what the context is")
    func kept() throws {
        let life = try Life(.inMemory, .mergeByPropertyObjectTrump)
        let context = life.a
        #expect(context.name == nil && context.transactionAuthor == nil && context.userInfo.count == 0)
        context.name = "main"
        context.transactionAuthor = "me"
        context.userInfo["key"] = 7
        context.stalenessInterval = 5
        context.insert("Thing")
        context.reset()
        #expect(context.name == "main" && context.transactionAuthor == "me" && context.stalenessInterval == 5)
        #expect(
            context.userInfo["key"] as? Int == 7
                && context.persistentStoreCoordinator === life.stack.coordinator)
        #expect(context.mergePolicy as? NSMergePolicy === NSMergePolicy.mergeByPropertyObjectTrump)
    }

    @Test("CTX-166 inserting a registered object again does nothing")
    func insertedTwice() throws {
        let life = try Life(.inMemory)
        let thing = try life.saved(["p": 1])
        let trace = life.a.startTrace()
        life.a.insert(thing)
        let new = life.a.insert("Thing", ["p": 2])
        life.a.insert(new)
        #expect(trace.take().filter { $0.contains("awake") } == ["Thing.awakeFromInsert"])
        #expect(!thing.isInserted && life.a.insertedObjects == [new] && new.p == 2)
    }
}

/// Runs a body in the handler of a context's notifications, once each.
final class Handler {
    var body: ((NSManagedObjectContext) throws -> Void)?
    private var token: (any NSObjectProtocol)?

    init(
        _ context: NSManagedObjectContext, _ name: Notification.Name = .NSManagedObjectContextObjectsDidChange
    ) {
        // The context posts on the test's own thread.
        nonisolated(unsafe) weak let handler = self
        token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
            guard let context = note.object as? NSManagedObjectContext, let handler, let body = handler.body
            else {
                return
            }
            handler.body = nil
            do { try body(context) } catch { Issue.record(error) }
        }
    }

    deinit { token.map(NotificationCenter.default.removeObserver) }
}
