// SPDX-License-Identifier: Apache-2.0
// Undo and redo of deletions that cascade between new and saved objects: new ones leave the context meanwhile.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Undo of cascades between new and saved objects")
struct UndoCascadeTests {
    @Test("CTX-210 CTX-62 a cascade to a new member is redone", arguments: Stack.Kind.allCases)
    func newMember(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let list = try stage.saved("TodoList", ["name": "Home"])
        let item = stage.context.insert("Item", ["title": "a", "todolist": list])
        stage.context.processPendingChanges()
        stage.context.delete(list)
        stage.context.processPendingChanges()
        #expect(list.isDeleted && item.managedObjectContext == nil)
        stage.undo()
        #expect(!list.isDeleted && item.isInserted && item.object("todolist") === list)
        #expect(list.members("items") == [item])
        stage.redo()
        #expect(list.isDeleted && item.managedObjectContext == nil)
        #expect(stage.context.checkInvariants().isEmpty)
        try stage.context.save()
        #expect(try stage.stored("TodoList").isEmpty && stage.stored("Item").isEmpty)
    }

    @Test("CTX-210 CTX-68 undo brings back a new owner with its saved member", arguments: Stack.Kind.allCases)
    func newOwner(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let item = try stage.saved("Item", ["title": "a"])
        let list = stage.context.insert("TodoList", ["name": "Home"])
        item.setValue(list, forKey: "todolist")
        stage.context.processPendingChanges()
        stage.context.delete(list)
        stage.context.processPendingChanges()
        #expect(item.isDeleted && list.managedObjectContext == nil)
        stage.undo()
        #expect(item.object("todolist") === list && list.members("items") == [item])
        try stage.context.save()
        #expect(try stage.stored("TodoList").map { $0.members("items").count } == [1])
    }

    @Test("CTX-210 CTX-68 so it does where each end has one object", arguments: Stack.Kind.allCases)
    func newOwnerOfOne(_ kind: Stack.Kind) throws {
        let model = NSManagedObjectModel(
            EntitySketch("Owner", .toOne("member", "Member", inverse: "owner", rule: .cascadeDeleteRule)),
            EntitySketch("Member", .toOne("owner", "Owner", inverse: "member")))
        let stack = try Stack(kind, model)
        let context = stack.context()
        let member = context.insert("Member")
        try context.save()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        let owner = context.insert("Owner")
        member.setValue(owner, forKey: "owner")
        context.processPendingChanges()
        context.delete(owner)
        context.processPendingChanges()
        context.undo()
        #expect(owner.object("member") === member && member.object("owner") === owner)
        try context.save()
        let reader = stack.context()
        #expect(try reader.all("Owner").first?.object("member")?.objectID == member.objectID)
        #expect(try reader.all("Member").first?.object("owner")?.objectID == owner.objectID)
    }
}
