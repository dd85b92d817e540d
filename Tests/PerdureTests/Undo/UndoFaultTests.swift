// SPDX-License-Identifier: Apache-2.0
// Undo and redo of insertions and deletions whose objects have become faults since.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Undo of insertions and deletions of faults")
struct UndoFaultTests {
    @Test(
        "CTX-68 CTX-74 CTX-106 a deletion is undone although its object has become a fault",
        arguments: Stack.Kind.allCases)
    func deletion(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let department = try stage.saved("Department", ["name": "A"])
        let person = try stage.saved("Person", ["department": department])
        stage.step { stage.context.delete(department) }
        stage.context.refresh(department, mergeChanges: false)
        #expect(department.isDeleted && department.isFault)
        stage.undo()
        #expect(!department.isDeleted && !stage.context.hasChanges && department.text("name") == "A")
        #expect(person.object("department") === department && department.members("employees") == [person])
        stage.redo()
        #expect(department.isDeleted && person.object("department") == nil)
        stage.context.refresh(department, mergeChanges: false)
        stage.undo()
        try stage.context.save()
        #expect(try stage.stored("Department").map { $0.members("employees").count } == [1])
    }

    @Test(
        "CTX-65 PRG-32 an insertion is redone although its object was a fault when it was undone",
        arguments: Stack.Kind.allCases)
    func insertion(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind)
        let person = stage.context.insert("Person", ["firstName": "Ada"])
        stage.context.processPendingChanges()
        stage.context.refresh(person, mergeChanges: false)
        #expect(person.isInserted && person.isFault)
        stage.undo()
        #expect(person.managedObjectContext == nil && !stage.context.hasChanges)
        stage.redo()
        #expect(stage.context.insertedObjects == [person] && person.text("firstName") == nil)
        #expect(person.number("age") == 0)
        try stage.context.save()
        #expect(try stage.stored("Person").count == 1)
    }

    @Test("CTX-61 PRG-32 a deletion of a new object that is a fault is undone", arguments: [true, false])
    func newFault(_ deletesInaccessibleFaults: Bool) throws {
        let stage = try UndoStage()
        stage.context.shouldDeleteInaccessibleFaults = deletesInaccessibleFaults
        let person = stage.context.insert("Person", ["firstName": "Ada"])
        stage.context.processPendingChanges()
        stage.context.refresh(person, mergeChanges: false)
        stage.step { stage.context.delete(person) }
        #expect(person.managedObjectContext == nil && !stage.context.hasChanges)
        stage.undo()
        #expect(stage.context.insertedObjects == [person])
        try stage.context.save()
        #expect(try stage.stored("Person").count == 1)
    }
}
