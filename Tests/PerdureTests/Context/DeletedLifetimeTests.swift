// SPDX-License-Identifier: Apache-2.0
// How long deleted objects live, and what they still show. The objects of a context are in LifetimeTests.swift.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Lifetime of deleted objects")
struct DeletedLifetimeTests {
    @Test(
        "PRG-35 objects that lead to each other go when their deletion is saved, and nothing can undo it",
        arguments: Stack.Kind.allCases, [false, true])
    func deletedCycles(kind: Stack.Kind, undoes: Bool) throws {
        let life = try Life(kind)
        let manager = UndoManager()
        manager.groupsByEvent = false
        if undoes { life.a.undoManager = manager }
        func delete() throws -> [() -> NSManagedObject?] {
            if undoes { manager.beginUndoGrouping() }
            let owner = life.a.insert("Thing")
            let things = (0..<3).map { _ in life.a.insert("Thing", ["owner": owner]) }
            try life.a.save()
            #expect(owner.related("parts") == Set(things))
            for object in things + [owner] { life.a.delete(object) }
            try life.a.save()
            if undoes { manager.endUndoGrouping() }
            return (things + [owner]).map { object in { [weak object] in object } }
        }
        let objects = try delete()
        if undoes {
            #expect(objects.allSatisfy { $0() != nil })
            manager.removeAllActions()
        }
        #expect(objects.allSatisfy { $0() == nil })
    }

    @Test(
        "PRG-35 new objects that lead to each other go when they are deleted", arguments: Stack.Kind.allCases)
    func deletedNewObjects(kind: Stack.Kind) throws {
        let life = try Life(kind)
        weak var owner: NSManagedObject?
        weak var part: NSManagedObject?
        func delete() {
            let (new, other) = (life.a.insert("Thing"), life.a.insert("Thing"))
            other.setValue(new, forKey: "owner")
            (owner, part) = (new, other)
            life.a.processPendingChanges()
            for object in [new, other] { life.a.delete(object) }
            life.a.processPendingChanges()
        }
        delete()
        #expect(owner == nil && part == nil && !life.a.hasChanges)
    }

    @Test(
        "PRG-35 a deleted object that somebody holds keeps its attributes, and destinations that are not deleted",
        arguments: Stack.Kind.allCases)
    func heldAfterDeletion(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let top = life.a.insert("Thing")
        let middle = life.a.insert("Thing", ["owner": top, "p": 7])
        let part = life.a.insert("Thing", ["owner": middle])
        try life.a.save()
        let owner = { (object: NSManagedObject) in object.value(forKey: "owner") as? NSManagedObject }
        #expect(middle.related("parts") == [part] && owner(part) === middle)
        for object in [middle, part] { life.a.delete(object) }
        try life.a.save()
        #expect(middle.p == 7 && owner(middle) === top && middle.related("parts").isEmpty)
        #expect(owner(part) == nil && top.related("parts").isEmpty)
    }
}
