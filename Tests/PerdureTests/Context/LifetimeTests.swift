// SPDX-License-Identifier: Apache-2.0
// Which objects a context keeps alive, and for how long.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Lifetime of objects")
struct LifetimeTests {
    @Test(
        "CTX-5 new objects, fetched faults and destinations are registered as long as they live",
        arguments: Stack.Kind.allCases)
    func registered(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let owner = life.a.insert("Thing")
        let thing = life.a.insert("Thing", ["owner": owner])
        #expect(life.a.registeredObjects == [owner, thing])
        try life.a.save()
        func look() throws {
            let found = try life.b.all("Thing", "owner != nil")
            #expect(life.b.registeredObjects == Set(found) && found.count == 1 && found[0].isFault)
            let destination = try #require(found[0].value(forKey: "owner") as? NSManagedObject)
            #expect(life.b.registeredObjects == [found[0], destination] && destination.isFault)
        }
        try look()
        #expect(life.b.registeredObjects.isEmpty)
    }

    @Test(
        "CTX-6 clean objects go when nobody holds them, changed ones stay until they are saved",
        arguments: Stack.Kind.allCases, ["p", "t"])
    func released(kind: Stack.Kind, key: String) throws {
        let life = try Life(kind)
        let id = try life.saved(["p": 1]).objectID
        weak var clean: NSManagedObject?
        weak var changed: NSManagedObject?
        func read() throws {
            let object = try life.b.existingObject(with: id)
            clean = object
            #expect(object.p == 1 && life.b.registeredObjects == [object])
        }
        func change() throws {
            let object = try life.b.existingObject(with: id)
            changed = object
            object.set(2, key)
        }
        try read()
        #expect(clean == nil && life.b.registeredObjects.isEmpty)
        try change()
        #expect(changed != nil && life.b.registeredObjects.count == 1)
        #expect(life.b.registeredObject(for: id)?.value(forKey: key) as? Int == 2)
        try life.b.save()
        #expect(changed == nil && life.b.registeredObjects.isEmpty)
    }

    @Test(
        "CTX-6 deleted objects are kept until the save, discarded and refreshed ones go at once",
        arguments: 0..<4)
    func otherChanges(way: Int) throws {
        let life = try Life(.sqlite)
        let id = try life.saved(["p": 1]).objectID
        weak var object: NSManagedObject?
        func change() throws {
            let found = try life.b.existingObject(with: id)
            object = found
            if way == 0 { life.b.delete(found) } else { found.set(2, "p") }
            if way == 2 { life.b.refresh(found, mergeChanges: false) }
        }
        try change()
        life.b.processPendingChanges()
        #expect((object != nil) == (way != 2))
        switch way {
        case 1: life.b.rollback()
        case 3: life.b.reset()
        default: try life.b.save()
        }
        #expect(object == nil && life.b.registeredObjects.isEmpty)
    }

    @Test(
        "CTX-6 objects whose deletion was taken back go when nobody holds them", arguments: 0..<4)
    func takenBack(way: Int) throws {
        let life = try Life(.inMemory)
        let id = try life.saved(["p": 1]).objectID
        func deleteAndKeep() throws {
            let object = try life.b.existingObject(with: id)
            life.b.delete(object)
            if way % 2 == 0 { life.b.processPendingChanges() }
            if way < 2 { life.b.rollback() } else { life.b.insert(object) }
            life.b.processPendingChanges()
            #expect(!object.isDeleted && !life.b.hasChanges)
        }
        try deleteAndKeep()
        #expect(life.b.registeredObjects.isEmpty)
    }

    @Test("CTX-7 a background context is empty after its block has saved", arguments: Stack.Kind.allCases)
    func afterSave(kind: Stack.Kind) async throws {
        let life = try Life(kind)
        let context = life.a
        try await context.perform {
            for number in 0..<50 { context.insert("Thing", ["p": number]) }
            try context.save()
        }
        #expect(await context.perform { context.registeredObjects.isEmpty })
    }

    @Test("CTX-8 retainsRegisteredObjects keeps all of them", arguments: Stack.Kind.allCases)
    func retaining(kind: Stack.Kind) throws {
        let life = try Life(kind)
        #expect(!life.b.retainsRegisteredObjects)
        let id = try life.saved(["p": 1]).objectID
        life.b.retainsRegisteredObjects = true
        weak var object: NSManagedObject?
        func read() throws { object = try life.b.existingObject(with: id) }
        func insert() { life.b.insert("Thing") }
        try read()
        insert()
        try life.b.save()
        #expect(object != nil && life.b.registeredObjects.count == 2)
        life.b.retainsRegisteredObjects = false
        #expect(object == nil && life.b.registeredObjects.isEmpty)
    }

    @Test("CTX-8 retainsRegisteredObjects lets go of what is deleted", arguments: Stack.Kind.allCases)
    func retainingDeleted(kind: Stack.Kind) throws {
        let life = try Life(kind)
        life.a.retainsRegisteredObjects = true
        weak var object: NSManagedObject?
        func make() throws { object = try life.saved(["p": 1]) }
        func delete() throws {
            life.a.delete(try #require(object))
            try life.a.save()
        }
        try make()
        #expect(object != nil)
        try delete()
        #expect(object == nil)
    }

    @Test(
        "CTX-9 OBJ-46 objects that know each other keep each other until refreshed or reset",
        arguments: [true, false])
    func cycles(refreshes: Bool) throws {
        let life = try Life(.sqlite)
        func link() throws {
            let owner = life.a.insert("Thing")
            let thing = life.a.insert("Thing", ["owner": owner])
            #expect(owner.related("parts") == [thing])
            try life.a.save()
        }
        try link()
        #expect(life.a.registeredObjects.count == 2)
        if refreshes { life.a.refreshAllObjects() } else { life.a.reset() }
        #expect(life.a.registeredObjects.isEmpty)
    }

    @Test("CTX-169 OBJ-28 OBJ-20 with its context go an object's changes", arguments: Stack.Kind.allCases)
    func deadContext(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let id = try life.saved(["p": 1]).objectID
        var context: NSManagedObjectContext? = life.stack.context()
        let changed = try #require(try context?.existingObject(with: id))
        changed.set(2, "p")
        let new = try #require(context?.insert("Thing"))
        weak let gone = context
        context = nil
        #expect(gone == nil && changed.managedObjectContext == nil)
        for object in [changed, new] {
            #expect(!object.hasChanges && !object.isInserted && !object.isUpdated && object.isFault)
        }
        changed.set(3, "p")
        #expect(!changed.hasChanges)
        #expect(try life.b.all("Thing").map(\.p) == [1])
    }

    @Test("CTX-1 CTX-6 a context that saw many objects has no more entries than living ones need")
    func boundedRegistration() throws {
        let life = try Life(.inMemory)
        for number in 0..<500 { life.a.insert("Thing", ["p": number]) }
        try life.a.save()
        let kept = try life.b.all("Thing", "p == 7")
        for _ in 0..<20 {
            let all = try life.b.all("Thing")
            #expect(all.count == 500 && all.contains { $0 === kept[0] })
        }
        #expect(life.b.registeredObjects == Set(kept))
    }

    @Test("CTX-6 a context can be dumped whatever has become of its objects")
    func dumped() throws {
        let life = try Life(.inMemory)
        func look() throws { _ = try life.saved(["p": 1]) }
        try look()
        var text = ""
        dump(life.a, to: &text, maxDepth: 6)
        #expect(text.contains("registered 0, inserted 0"))
    }
}
