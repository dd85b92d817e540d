// SPDX-License-Identifier: Apache-2.0
// Undo and redo of relationships: both ends, members that are not loaded, members that others add.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Undo of relationships")
struct UndoRelationshipTests {
    @Test("CTX-210 p.department=d", arguments: Stack.Kind.allCases)
    func toOne(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        let person = try stage.saved("Person")
        stage.step { person.setValue(department, forKey: "department") }
        stage.undo()
        #expect(person.object("department") == nil && department.members("employees").isEmpty)
        #expect(!stage.context.hasChanges)
        stage.redo()
        #expect(person.object("department") === department && department.members("employees") == [person])
        try stage.context.save()
        let stored = try #require(try stage.stored("Person").first)
        #expect(stored.object("department")?.text("name") == "A")
    }

    @Test("CTX-61 moving from one to another", arguments: Stack.Kind.allCases)
    func moving(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let first = try stage.saved("Department", ["name": "A"])
        let second = try stage.saved("Department", ["name": "B"])
        let person = try stage.saved("Person", ["department": first])
        stage.context.refreshAllObjects()
        stage.step { person.setValue(second, forKey: "department") }
        stage.undo()
        #expect(person.object("department") === first)
        #expect(first.members("employees") == [person] && second.members("employees").isEmpty)
        #expect(!stage.context.hasChanges)
        stage.redo()
        #expect(first.members("employees").isEmpty && second.members("employees") == [person])
    }

    @Test("CTX-61 members that were never read stay unread, and are right", arguments: Stack.Kind.allCases)
    func unloaded(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        let old = try stage.saved("Person", ["firstName": "old", "department": department])
        let new = try stage.saved("Person", ["firstName": "new"])
        stage.context.refreshAllObjects()
        _ = old.text("firstName")
        stage.step {
            new.setValue(department, forKey: "department")
            department.mutableSetValue(forKey: "employees").add(old)
        }
        #expect(
            department.hasFault(forRelationshipNamed: "employees")
                || department.members("employees").count == 2)
        stage.undo()
        #expect(department.members("employees") == [old] && !stage.context.hasChanges)
        stage.redo()
        #expect(department.members("employees") == [old, new])
    }

    @Test("CTX-61 many to many", arguments: Stack.Kind.allCases)
    func manyToMany(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let tags = try ["a", "b", "c"].map { try stage.saved("Tag", ["label": $0]) }
        let person = try stage.saved("Person", ["tags": NSSet(array: Array(tags[..<2]))])
        stage.context.refreshAllObjects()
        stage.step {
            person.mutableSetValue(forKey: "tags").add(tags[0])
            person.mutableSetValue(forKey: "tags").add(tags[2])
            person.mutableSetValue(forKey: "tags").remove(tags[1])
        }
        #expect(person.members("tags") == [tags[0], tags[2]])
        stage.undo()
        #expect(person.members("tags") == [tags[0], tags[1]])
        #expect(tags.map { $0.members("people").count } == [1, 1, 0])
        #expect(!stage.context.hasChanges)
        stage.redo()
        #expect(person.members("tags") == [tags[0], tags[2]])
        try stage.context.save()
        let stored = try #require(try stage.stored("Person").first)
        #expect(Set(stored.members("tags").compactMap { $0.text("label") }) == ["a", "c"])
    }

    @Test("CTX-210 members that others added stay", arguments: Stack.Kind.allCases)
    func merged(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let tags = try ["a", "b"].map { try stage.saved("Tag", ["label": $0]) }
        let person = try stage.saved("Person")
        stage.step { person.mutableSetValue(forKey: "tags").add(tags[0]) }
        let other = stage.stack.context()
        let twin = try other.existingObject(with: person.objectID)
        twin.mutableSetValue(forKey: "tags").add(try other.existingObject(with: tags[1].objectID))
        try other.save()
        stage.context.refresh(person, mergeChanges: true)
        #expect(person.members("tags") == Set(tags))
        stage.undo()
        #expect(person.members("tags") == [tags[1]])
        stage.redo()
        #expect(person.members("tags") == Set(tags))
    }

    @Test("CTX-61 an ordered relationship keeps its order", arguments: Stack.Kind.allCases)
    func ordered(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let list = try stage.saved("TodoList", ["name": "Home"])
        let items = try ["a", "b", "c"].map { try stage.saved("Item", ["title": $0, "todolist": list]) }
        func titles() -> String {
            let members = (list.value(forKey: "items") as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
            return members.compactMap { $0.text("title") }.joined()
        }
        stage.step { list.setValue(NSOrderedSet(array: [items[2], items[0]]), forKey: "items") }
        #expect(titles() == "ca")
        stage.undo()
        #expect(titles() == "abc" && !stage.context.hasChanges)
        stage.redo()
        #expect(titles() == "ca")
        try stage.context.save()
        stage.undo()
        #expect(titles() == "abc")
        try stage.context.save()
        stage.context.refreshAllObjects()
        #expect(titles() == "abc")
    }

    @Test("CTX-210 a destination that others deleted does not come back", arguments: Stack.Kind.allCases)
    func lostDestination(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        let person = try stage.saved("Person", ["department": department])
        stage.step { person.setValue(nil, forKey: "department") }
        try stage.context.save()
        stage.context.withoutUndo { stage.context.delete(department) }
        try stage.context.save()
        stage.undo()
        #expect(person.object("department") == nil)
    }

    @Test(
        "CTX-210 members that refreshing gave up come back without being read", arguments: Stack.Kind.allCases
    )
    func refreshed(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        let old = try stage.saved("Person", ["department": department])
        let new = try stage.saved("Person")
        stage.step {
            new.setValue(department, forKey: "department")
            old.setValue(nil, forKey: "department")
        }
        for object in [department, old, new] { stage.context.refresh(object, mergeChanges: false) }
        stage.undo()
        #expect(!stage.context.hasChanges && department.hasFault(forRelationshipNamed: "employees"))
        stage.redo()
        #expect(department.hasFault(forRelationshipNamed: "employees"))
        #expect(department.members("employees") == [new] && old.object("department") == nil)
        try stage.context.save()
        #expect(try stage.stored("Department").map { $0.members("employees").count } == [1])
    }

    @Test(
        "CTX-65 redo of an insertion leaves out what others deleted meanwhile", arguments: Stack.Kind.allCases
    )
    func lostByRedo(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        let tags = try ["a", "b"].map { try stage.saved("Tag", ["label": $0]) }
        let person = stage.context.insert("Person", ["department": department, "tags": NSSet(array: tags)])
        stage.undo()
        stage.context.withoutUndo {
            stage.context.delete(department)
            stage.context.delete(tags[0])
        }
        try stage.context.save()
        stage.redo()
        #expect(
            person.isInserted && person.object("department") == nil && person.members("tags") == [tags[1]])
        try stage.context.save()
        #expect(try stage.stored("Person").map { $0.members("tags").count } == [1])
    }

    @Test(
        "CTX-210 undo of a relationship that others set keeps both ends in line",
        arguments: Stack.Kind.allCases)
    func setByOthers(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let departments = try ["A", "B", "C"].map { try stage.saved("Department", ["name": $0]) }
        let person = try stage.saved("Person", ["department": departments[0]])
        stage.step { person.setValue(departments[1], forKey: "department") }
        stage.context.withoutUndo { person.setValue(departments[2], forKey: "department") }
        stage.undo()
        #expect(person.object("department") === departments[0])
        #expect(departments.map { $0.members("employees").count } == [1, 0, 0])
        stage.redo()
        #expect(departments.map { $0.members("employees").count } == [0, 1, 0])
        #expect(stage.manager.undoCount == 1 && !stage.manager.canRedo)
    }

    @Test("CTX-68 a member that found another one stays there", arguments: Stack.Kind.allCases)
    func movedByOthers(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let departments = try ["A", "B"].map { try stage.saved("Department", ["name": $0]) }
        let people = try ["a", "b"].map {
            try stage.saved("Person", ["firstName": $0, "department": departments[0]])
        }
        stage.context.propagatesDeletesAtEndOfEvent = false
        stage.step { stage.context.delete(departments[0]) }
        stage.context.withoutUndo { people[1].setValue(departments[1], forKey: "department") }
        try stage.context.save()
        while stage.manager.canUndo { stage.undo() }
        #expect(people.map { $0.object("department") } == departments)
        #expect(departments.map { $0.members("employees") } == people.map { [$0] })
        try stage.context.save()
        #expect(try stage.stored("Department").map { $0.members("employees").count } == [1, 1])
    }

    @Test("TRN-140 a transient relationship is undoable", arguments: Stack.Kind.allCases)
    func transientRelationship(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let domain = try stage.saved("Domain", ["host": "h"])
        let client = try stage.saved("Client")
        stage.step { client.setValue(NSSet(object: domain), forKey: "expiringDomains") }
        stage.undo()
        #expect(client.members("expiringDomains").isEmpty)
        stage.redo()
        #expect(client.members("expiringDomains") == [domain])
    }
}
