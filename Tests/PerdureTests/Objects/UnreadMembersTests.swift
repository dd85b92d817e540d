// SPDX-License-Identifier: Apache-2.0
// Adding and removing members of relationships that nobody has read: the change is put on the snapshot when that is
// read, and written as it is.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Unread members")
struct UnreadMembersTests {
    /// A person with one tag, neither of them read.
    private struct Case {
        let stage: UndoStage
        let person: NSManagedObject
        let tag: NSManagedObject
        let other: NSManagedObject

        init(_ kind: Stack.Kind) throws {
            stage = try UndoStage(kind)
            tag = try stage.saved("Tag", ["label": "a"])
            other = try stage.saved("Tag", ["label": "b"])
            person = try stage.saved("Person", ["tags": NSSet(object: tag)])
            stage.context.refreshAllObjects()
        }

        var tags: NSMutableSet { person.mutableSetValue(forKey: "tags") }

        func storedTags() throws -> Int { try stage.stored("Person")[0].members("tags").count }
    }

    @Test(
        "PRG-37 a member added to and removed from an unread relationship is no member",
        arguments: Stack.Kind.allCases)
    func addedAndRemoved(_ kind: Stack.Kind) throws {
        let unread = try Case(kind)
        unread.stage.step {
            unread.tags.add(unread.tag)
            unread.tags.remove(unread.tag)
        }
        #expect(unread.person.members("tags").isEmpty && unread.tag.members("people").isEmpty)
        unread.stage.undo()
        #expect(unread.person.members("tags") == [unread.tag] && !unread.stage.context.hasChanges)
        unread.stage.redo()
        #expect(unread.person.members("tags").isEmpty)
        try unread.stage.context.save()
        #expect(try unread.storedTags() == 0)
    }

    @Test("PRG-37 IDs of members count those that were added unread", arguments: Stack.Kind.allCases)
    func ids(_ kind: Stack.Kind) throws {
        let unread = try Case(kind)
        unread.tags.add(unread.other)
        let ids = unread.person.objectIDs(forRelationshipNamed: "tags")
        #expect(Set(ids) == [unread.tag.objectID, unread.other.objectID])
    }

    @Test("PRG-37 the same without a look before the save", arguments: Stack.Kind.allCases)
    func savedUnseen(_ kind: Stack.Kind) throws {
        let unread = try Case(kind)
        unread.tags.add(unread.tag)
        unread.tags.remove(unread.tag)
        try unread.stage.context.save()
        #expect(try unread.storedTags() == 0)
        #expect(unread.person.members("tags").isEmpty && unread.tag.members("people").isEmpty)
    }

    @Test(
        "PRG-37 one that was none, removed and added, is a member", arguments: Stack.Kind.allCases)
    func removedAndAdded(_ kind: Stack.Kind) throws {
        let unread = try Case(kind)
        unread.tags.remove(unread.other)
        unread.tags.add(unread.other)
        try unread.stage.context.save()
        #expect(try unread.storedTags() == 2)
        #expect(unread.person.members("tags") == [unread.tag, unread.other])
    }

    @Test("PRG-37 a change that took itself back writes nothing", arguments: Stack.Kind.allCases)
    func nothing(_ kind: Stack.Kind) throws {
        let unread = try Case(kind)
        unread.tags.remove(unread.tag)
        unread.tags.add(unread.tag)
        unread.tags.add(unread.other)
        unread.tags.remove(unread.other)
        let version = try #require(unread.person.snapshot?.version)
        try unread.stage.context.save()
        #expect(unread.person.snapshot?.version == version)
        #expect(unread.person.members("tags") == [unread.tag])
    }

    @Test("PRG-37 a new member that is deleted at once leaves nothing", arguments: Stack.Kind.allCases)
    func deleted(_ kind: Stack.Kind) throws {
        let unread = try Case(kind)
        let new = unread.stage.context.insert("Tag")
        unread.tags.add(new)
        unread.stage.context.delete(new)
        try unread.stage.context.save()
        #expect(try unread.storedTags() == 1)
        #expect(unread.person.members("tags") == [unread.tag])
    }

    @Test("PRG-37 a child saves what it did to members that it has not read", arguments: Stack.Kind.allCases)
    func child(_ kind: Stack.Kind) throws {
        let unread = try Case(kind)
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = unread.stage.context
        let person = child.object(with: unread.person.objectID)
        let tag = child.object(with: unread.tag.objectID)
        person.mutableSetValue(forKey: "tags").add(tag)
        person.mutableSetValue(forKey: "tags").remove(tag)
        try child.save()
        #expect(unread.person.members("tags").isEmpty)
        try unread.stage.context.save()
        #expect(try unread.storedTags() == 0)
    }

    @Test(
        "PRG-37 undo gives an unread owner its member back, after a refresh that dropped the change",
        arguments: Stack.Kind.allCases)
    func movedAndRefreshed(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let (former, other) = (
            try stage.saved("Department", ["name": "a"]), try stage.saved("Department", ["name": "b"])
        )
        let person = try stage.saved("Person")
        stage.context.refreshAllObjects()
        stage.step { former.mutableSetValue(forKey: "employees").add(person) }
        // The owner's members are unread again, with the new one as a change.
        stage.context.refresh(former, mergeChanges: true)
        stage.context.processPendingChanges()
        stage.step {
            other.mutableSetValue(forKey: "employees").add(person)
            // Reading finds that the owner has what its row has; the refresh then keeps nothing.
            _ = former.members("employees")
            stage.context.refresh(former, mergeChanges: true)
        }
        stage.undo()
        #expect(former.members("employees") == [person] && other.members("employees").isEmpty)
        stage.redo()
        #expect(former.members("employees").isEmpty && other.members("employees") == [person])
    }

    @Test("OBJ-78 the old value of members that were not read is what the store has")
    func oldValue() throws {
        let unread = try Case(.sqlite)
        unread.tags.add(unread.other)
        let old = unread.person.changedValuesForCurrentEvent()["tags"] as? Set<NSManagedObject>
        #expect(old == [unread.tag])
    }

    @Test("PRG-37 a row that is written again has the members that were added unread")
    func writtenAgain() throws {
        let unread = try Case(.sqlite)
        unread.stage.context.mergePolicy = NSMergePolicy.overwrite
        unread.person.setValue("x", forKey: "firstName")
        unread.tags.add(unread.other)
        let writer = unread.stage.stack.context()
        writer.delete(writer.object(with: unread.person.objectID))
        try writer.save()
        try unread.stage.context.save()
        #expect(try unread.stage.stored("Person")[0].members("tags").map { $0.text("label") } == ["b"])
    }
}
