// SPDX-License-Identifier: Apache-2.0
// Refreshing objects in every state, their relationships, and objects whose rows are gone.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Refreshing objects in every state")
struct RefreshStateTests {
    @Test(
        "CTX-102 after merging, a save does not conflict with what was merged", arguments: Stack.Kind.allCases
    )
    func noConflict(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1, "q": 1])
        thing.set(3, "q")
        try life.saveElsewhere(2, for: "p", of: thing)
        #expect(throws: (any Error).self) { try life.a.save() }
        life.a.refresh(thing, mergeChanges: true)
        #expect(thing.isUpdated && Array(thing.changedValues().keys) == ["q"])
        #expect(thing.committedValues(forKeys: ["p", "q"]) as? [String: Int] == ["p": 2, "q": 1])
        try life.a.save()
        #expect(try life.stored("p", of: thing) == 2)
        #expect(try life.stored("q", of: thing) == 3)
    }

    @Test(
        "CTX-104 CTX-103 members added and removed here stay so over the newest members",
        arguments: Stack.Kind.allCases, ["parts", "peers"])
    func members(kind: Stack.Kind, key: String) throws {
        let life = try Life(kind)
        let all = (0..<4).map { life.a.insert("Thing", ["p": $0]) }
        let thing = try life.saved([key: NSSet(array: [all[0], all[1]])])
        let set = thing.mutableSetValue(forKey: key)
        set.remove(all[1])
        set.add(all[2])
        let twin = try life.twin(of: thing, in: life.b)
        twin.mutableSetValue(forKey: key).add(try life.twin(of: all[3], in: life.b))
        try life.b.save()
        life.a.refresh(thing, mergeChanges: true)
        #expect(thing.related(key) == [all[0], all[2], all[3]])
        #expect(thing.changedValues().keys.contains(key))
        for object in all { life.a.refresh(object, mergeChanges: true) }
        try life.a.save()
        let reader = life.stack.context()
        let stored = try life.twin(of: thing, in: reader).related(key).compactMap(\.p)
        #expect(stored.sorted() == [0, 2, 3])
    }

    @Test("CTX-103 what another context added as well is no change any more", arguments: Stack.Kind.allCases)
    func sameMember(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let peer = life.a.insert("Thing")
        let thing = try life.saved()
        thing.mutableSetValue(forKey: "peers").add(peer)
        let twin = try life.twin(of: thing, in: life.b)
        twin.mutableSetValue(forKey: "peers").add(try life.twin(of: peer, in: life.b))
        try life.b.save()
        for object in [thing, peer] { life.a.refresh(object, mergeChanges: true) }
        #expect(thing.changedValues().isEmpty && thing.related("peers") == [peer] && thing.isUpdated)
        try life.a.save()
        let reader = life.stack.context()
        #expect(try life.twin(of: thing, in: reader).related("peers").count == 1)
    }

    @Test("OBJ-77 TRN-40 announcing all properties reads no relationship", arguments: [true, false])
    func unreadRelationships(refreshes: Bool) throws {
        let life = try Life(.sqlite)
        let part = life.a.insert("Thing")
        let thing = try life.saved(["parts": NSSet(object: part)])
        let twin = try life.twin(of: thing, in: life.b)
        #expect(
            twin.hasFault(forRelationshipNamed: "parts") && !twin.hasFault(forRelationshipNamed: "others"))
        twin.set(1, "p")
        if refreshes { life.b.refresh(twin, mergeChanges: true) } else { life.b.rollback() }
        #expect(twin.hasFault(forRelationshipNamed: "parts") && life.b.registeredObjects == [twin])
        #expect(twin.related("parts").count == 1)
    }

    @Test(
        "CTX-105 TRN-230 a new object is not refreshed with merging, nor at all one that was new until it was deleted",
        arguments: [true, false])
    func inserted(merges: Bool) throws {
        let life = try Life(.sqlite)
        let new = life.a.insert("Thing", ["p": 3, "t": 5])
        let gone = life.a.insert("Thing", ["p": 4])
        life.a.delete(gone)
        life.a.processPendingChanges()
        let log = NotificationLog(life.a)
        life.a.refresh(new, mergeChanges: true)
        life.a.refresh(gone, mergeChanges: merges)
        life.a.processPendingChanges()
        #expect(new.p == 3 && new.t == 5 && new.isInserted && !new.isFault && log.take().isEmpty)
        let other = life.a.insert("Thing")
        life.a.delete(other)
        life.a.refresh(other, mergeChanges: merges)
        #expect(life.a.deletedObjects.isEmpty && other.isDeleted && !other.isFault)
        try life.a.save()
        #expect(!other.isDeleted)
        #expect(try life.stack.context().all("Thing").count == 1)
    }

    @Test("CTX-106 a deleted object stays deleted", arguments: [true, false])
    func deleted(merges: Bool) throws {
        let life = try Life(.sqlite)
        let thing = try life.saved(["p": 1])
        life.a.delete(thing)
        life.a.refresh(thing, mergeChanges: merges)
        #expect(thing.isDeleted && life.a.deletedObjects == [thing] && thing.isFault == !merges)
        try life.a.save()
        #expect(try life.stack.context().all("Thing").isEmpty && thing.managedObjectContext == nil)
    }

    @Test(
        "CTX-90 TRN-30 an object whose row is gone is deleted by a merging refresh",
        arguments: Stack.Kind.allCases)
    func goneRow(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1, "t": 5])
        thing.set(3, "q")
        life.b.delete(try life.twin(of: thing, in: life.b))
        try life.b.save()
        let log = NotificationLog(life.a)
        life.a.refresh(thing, mergeChanges: true)
        #expect(thing.isDeleted && life.a.deletedObjects == [thing] && thing.p == nil && thing.t == nil)
        life.a.processPendingChanges()
        #expect(log.take() == ["changed deleted:1"])
        try life.a.save()
        #expect(thing.managedObjectContext == nil && !thing.hasChanges)
    }

    @Test("CTX-91 CTX-90 where that must not be, the refresh reports it and leaves the object alone")
    func forbiddenGoneRow() throws {
        let life = try Life(.sqlite)
        life.a.shouldDeleteInaccessibleFaults = false
        let thing = try life.saved(["p": 1])
        let saved = try life.saved()
        life.b.delete(try life.twin(of: thing, in: life.b))
        try life.b.save()
        thing.set(3, "q")
        life.a.on("willSave") { [unowned thing] object in
            object.managedObjectContext?.refresh(thing, mergeChanges: true)
        }
        saved.set(1, "p")
        let error = #expect(throws: CoreDataException.self) { try life.a.save() }
        #expect(error?.name == .objectInaccessibleException)
        #expect(thing.q == 3 && thing.isUpdated && !thing.isDeleted)
    }

    @Test(
        "CTX-100 TRN-230 discarded changes leave the sets, whatever they were", arguments: Stack.Kind.allCases
    )
    func discarded(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let owner = try life.saved()
        let thing = try life.saved(["p": 1])
        thing.set(owner, "owner")
        thing.set(5, "t")
        #expect(life.a.updatedObjects == [thing, owner])
        life.a.refresh(thing, mergeChanges: false)
        #expect(life.a.updatedObjects == [owner] && thing.value(forKey: "owner") == nil)
        life.a.refresh(owner, mergeChanges: false)
        #expect(!life.a.hasChanges && owner.related("parts").isEmpty)
    }
}
