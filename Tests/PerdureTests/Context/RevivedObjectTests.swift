// SPDX-License-Identifier: Apache-2.0
// insert(_:) of a deleted object after the delete rules have worked: both ends of each relationship say the same.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Deleted objects that are inserted again") struct RevivedObjectTests {
    /// A saved list with two items.
    private func family(_ stage: UndoStage) throws -> (list: NSManagedObject, items: [NSManagedObject]) {
        let items = ["1", "2"].map { stage.context.insert("Item", ["title": $0]) }
        return (try stage.saved("TodoList", ["name": "Home", "items": NSOrderedSet(array: items)]), items)
    }

    @Test(
        "OBJ-160 relationships that were cleared stay cleared, at both ends", arguments: Stack.Kind.allCases,
        [false, true])
    func cleared(_ kind: Stack.Kind, _ isRead: Bool) throws {
        let stage = try UndoStage(kind)
        let context = stage.context
        let sales = context.insert("Department", ["name": "Sales"])
        let tag = context.insert("Tag", ["label": "t"])
        let person = try stage.saved(
            "Person", ["firstName": "Ada", "department": sales, "tags": Set([tag])])
        if !isRead { context.refreshAllObjects() }
        context.delete(person)
        context.processPendingChanges()
        context.insert(person)
        context.processPendingChanges()
        #expect(person.object("department") == nil && person.members("tags").isEmpty)
        #expect(sales.members("employees").isEmpty && tag.members("people").isEmpty)
        #expect(!person.isDeleted && context.checkInvariants().isEmpty)
        try context.save()
        let stored = try #require(stage.stored("Person").first)
        #expect(stored.object("department") == nil && stored.members("tags").isEmpty)
    }

    @Test("OBJ-160 an owner and its cascaded members come back as they were", arguments: Stack.Kind.allCases)
    func wholeFamily(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let (list, items) = try family(stage)
        stage.context.delete(list)
        stage.context.processPendingChanges()
        #expect(stage.context.deletedObjects.count == 3)
        for object in [list] + items { stage.context.insert(object) }
        stage.context.processPendingChanges()
        #expect(list.members("items") == Set(items) && items[0].object("todolist") === list)
        #expect(!stage.context.hasChanges)
    }

    @Test("OBJ-160 an owner that comes back alone has lost its members", arguments: Stack.Kind.allCases)
    func ownerAlone(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let (list, items) = try family(stage)
        stage.context.delete(list)
        stage.context.processPendingChanges()
        stage.context.insert(list)
        stage.context.processPendingChanges()
        #expect(list.members("items").isEmpty && items[0].isDeleted)
        try stage.context.save()
        #expect(list.members("items").isEmpty)
        #expect(try stage.stored("TodoList").map { $0.members("items").count } == [0])
        #expect(try stage.stored("Item").isEmpty)
    }

    @Test("OBJ-160 a member that comes back alone has lost its owner", arguments: Stack.Kind.allCases)
    func memberAlone(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let (list, items) = try family(stage)
        stage.context.delete(list)
        stage.context.processPendingChanges()
        stage.context.insert(items[0])
        stage.context.processPendingChanges()
        #expect(items[0].object("todolist") == nil && list.isDeleted)
        try stage.context.save()
        #expect(try stage.stored("Item").map { $0.object("todolist") } == [nil])
        #expect(try stage.stored("TodoList").isEmpty)
    }

    @Test(
        "OBJ-160 what had left the context is a new object with its relationships, at both ends",
        arguments: Stack.Kind.allCases, [false, true])
    func left(_ kind: Stack.Kind, _ wasSaved: Bool) throws {
        let stage = try UndoStage(kind)
        let context = stage.context
        let sales = try stage.saved("Department", ["name": "Sales"])
        let person = context.insert("Person", ["firstName": "Ada", "department": sales])
        if wasSaved { try context.save() }
        context.processPendingChanges()
        context.delete(person)
        if wasSaved { try context.save() } else { context.processPendingChanges() }
        #expect(person.managedObjectContext == nil && sales.members("employees").isEmpty)
        context.insert(person)
        #expect(person.object("department") === sales && sales.members("employees") == [person])
        try context.save()
        #expect(try stage.stored("Department").map { $0.members("employees").count } == [1])
    }

    @Test("OBJ-160 OBJ-163 undo and redo of the way back", arguments: Stack.Kind.allCases)
    func undo(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let sales = stage.context.insert("Department", ["name": "Sales"])
        let person = try stage.saved("Person", ["firstName": "Ada", "department": sales])
        #expect(sales.members("employees") == [person])
        stage.step { stage.context.delete(person) }
        stage.step { stage.context.insert(person) }
        #expect(person.object("department") == nil && sales.members("employees").isEmpty)
        for _ in 0..<2 {
            stage.undo()
            #expect(person.isDeleted && sales.members("employees").isEmpty)
            stage.undo()
            #expect(person.object("department") === sales && sales.members("employees") == [person])
            #expect(!stage.context.hasChanges)
            stage.redo()
            stage.redo()
            #expect(!person.isDeleted && person.object("department") == nil)
            #expect(sales.members("employees").isEmpty && person.isUpdated)
        }
    }

    @Test("OBJ-160 OBJ-163 undo of an owner's way back without its members", arguments: Stack.Kind.allCases)
    func undoAlone(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let (list, items) = try family(stage)
        #expect(list.members("items") == Set(items))
        stage.step { stage.context.delete(list) }
        stage.step { stage.context.insert(list) }
        #expect(list.members("items").isEmpty)
        stage.undo()
        stage.undo()
        #expect(list.members("items") == Set(items) && items[0].object("todolist") === list)
        #expect(!stage.context.hasChanges)
    }

    @Test(
        "OBJ-160 a member that had left with its owner comes back without it", arguments: Stack.Kind.allCases)
    func leftTogether(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let (list, items) = try family(stage)
        stage.context.delete(list)
        try stage.context.save()
        stage.context.insert(items[0])
        #expect(items[0].object("todolist") == nil)
        try stage.context.save()
        #expect(try stage.stored("Item").map { $0.object("todolist") } == [nil])
        stage.context.insert(list)
        // Both ends say so again.
        #expect(list.members("items") == [items[0]] && items[0].object("todolist") === list)
        try stage.context.save()
        #expect(try stage.stored("TodoList").map { $0.members("items").count } == [1])
    }

    @Test("OBJ-160 an owner and a member that had left come back together", arguments: Stack.Kind.allCases)
    func backTogether(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let (list, items) = try family(stage)
        stage.context.delete(list)
        try stage.context.save()
        stage.context.insert(list)
        #expect(list.members("items").isEmpty)
        stage.context.insert(items[1])
        #expect(items[1].object("todolist") === list && list.members("items") == [items[1]])
        try stage.context.save()
        #expect(try stage.stored("TodoList").map { $0.members("items").count } == [1])
    }
}
