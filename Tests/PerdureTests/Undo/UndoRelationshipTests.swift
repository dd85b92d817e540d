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

    @Test("TRN-109 a transient relationship is undoable", arguments: Stack.Kind.allCases)
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
