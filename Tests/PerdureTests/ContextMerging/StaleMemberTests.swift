// SPDX-License-Identifier: Apache-2.0
// A merged deletion in a context whose members of the deleted object are out of date: the saver has applied the delete rules.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Stale members of what others deleted") struct StaleMemberTests {
    /// Two contexts on a store of another model.
    private struct Pair {
        let stack: Stack
        let a: NSManagedObjectContext
        let b: NSManagedObjectContext
        let reader: NSManagedObjectContext
        let notice: SaveNotice

        init(_ kind: Stack.Kind, _ model: NSManagedObjectModel) throws {
            stack = try Stack(kind, model)
            (a, b, reader) = (stack.context(), stack.context(), stack.context())
            notice = SaveNotice(a)
        }

        func saveAndMerge() throws {
            try a.save()
            b.mergeChanges(fromContextDidSave: try #require(notice.objects))
            b.processPendingChanges()
        }
    }

    private func team(_ kind: Stack.Kind) throws -> Pair {
        try Pair(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Team", .attribute("name"),
                    .toMany("players", "Player", inverse: "team", rule: .denyDeleteRule)),
                EntitySketch("Player", .attribute("name"), .toOne("team", "Team", inverse: "players"))))
    }

    /// The names of the objects of an entity whose predicate holds in the store.
    private func names(_ entity: String, _ format: String, in context: NSManagedObjectContext) throws
        -> [String]
    {
        try context.all(entity, format).compactMap { $0.value(forKey: "name") as? String }.sorted()
    }

    @Test("CTX-142 members that others moved away stay, whoever cascades", arguments: Stack.Kind.allCases)
    func moved(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let items = ["1", "2"].map { two.a.insert("Item", ["title": $0]) }
        let next = two.a.insert("TodoList", ["name": "next"])
        let list = try two.saved("TodoList", ["name": "first", "items": NSOrderedSet(array: items)])
        let twin = try two.twin(list)
        let members = try #require(twin.value(forKey: "items") as? NSOrderedSet)
        for case let item as NSManagedObject in members { _ = item.value(forKey: "title") }
        for item in items { item.setValue(next, forKey: "todolist") }
        two.a.delete(list)
        try two.saveAndMerge()
        two.b.processPendingChanges()
        #expect(members.count == 2 && two.b.deletedObjects == [twin] && two.b.updatedObjects.isEmpty)
        try two.b.save()
        #expect(try two.reader.all("Item", "todolist.name == 'next'").count == 2)
    }

    @Test("CTX-142 what was added here goes with its owner", arguments: Stack.Kind.allCases)
    func added(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let old = two.a.insert("Item", ["title": "old"])
        let list = try two.saved("TodoList", ["name": "first"])
        let twin = try two.twin(list)
        let new = two.b.insert("Item", ["title": "new", "todolist": twin])
        let moved = try two.twin(old)
        moved.setValue(twin, forKey: "todolist")
        two.a.delete(list)
        try two.saveAndMerge()
        two.b.processPendingChanges()
        #expect(new.managedObjectContext == nil && two.b.deletedObjects == [twin, moved])
        try two.b.save()
        #expect(try two.reader.all("Item").isEmpty)
    }

    @Test("CTX-142 a to-one destination that others moved away stays", arguments: Stack.Kind.allCases)
    func toOne(_ kind: Stack.Kind) throws {
        let pair = try Pair(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Box", .attribute("name"), .toOne("lid", "Lid", inverse: "box", rule: .cascadeDeleteRule)),
                EntitySketch("Lid", .attribute("name"), .toOne("box", "Box", inverse: "lid"))))
        let lid = pair.a.insert("Lid", ["name": "lid"])
        let (old, new) = (
            pair.a.insert("Box", ["name": "old", "lid": lid]), pair.a.insert("Box", ["name": "new"])
        )
        try pair.a.save()
        let twin = try pair.b.existingObject(with: old.objectID)
        let known = try #require(twin.value(forKey: "lid") as? NSManagedObject)
        #expect(known.value(forKey: "name") as? String == "lid")
        new.setValue(lid, forKey: "lid")
        pair.a.delete(old)
        try pair.saveAndMerge()
        #expect(pair.b.deletedObjects == [twin] && !known.isDeleted)
        try pair.b.save()
        #expect(try names("Lid", "box.name == 'new'", in: pair.reader) == ["lid"])
    }

    @Test("CTX-142 OBJ-157 nothing denies what others have deleted", arguments: Stack.Kind.allCases)
    func denied(_ kind: Stack.Kind) throws {
        let pair = try team(kind)
        let (red, blue) = (pair.a.insert("Team", ["name": "red"]), pair.a.insert("Team", ["name": "blue"]))
        let ada = pair.a.insert("Player", ["name": "Ada", "team": red])
        try pair.a.save()
        let twin = try pair.b.existingObject(with: red.objectID)
        #expect((twin.value(forKey: "players") as? NSSet)?.count == 1)
        let bob = pair.b.insert("Player", ["name": "Bob", "team": twin])
        ada.setValue(blue, forKey: "team")
        pair.a.delete(red)
        try pair.saveAndMerge()
        #expect(bob.value(forKey: "team") == nil && bob.isInserted)
        try pair.b.save()
        #expect(try names("Player", "team.name == 'blue'", in: pair.reader) == ["Ada"])
        #expect(try names("Player", "team == nil", in: pair.reader) == ["Bob"])
        #expect(try names("Team", "TRUEPREDICATE", in: pair.reader) == ["blue"])
    }
}
