// SPDX-License-Identifier: Apache-2.0
// The hooks and announcements of undo and redo, and what getters and setters of a class do with them.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

@Suite("Hooks of undo")
struct UndoTraceTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
        context.undoManager = UndoManager()
    }

    private func savedPerson() throws -> TracedObject {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        context.undoManager?.removeAllActions()
        return person
    }

    @Test("OBJ-211 OBJ-101 OBJ-96 CTX-63 set, process, undo, redo")
    func update() throws {
        let person = try savedPerson()
        let trace = context.startTrace()
        person.setValue("Eve", forKey: "firstName")
        context.processPendingChanges()
        #expect(trace.take() == ["Person.willChange(firstName)", "Person.didChange(firstName)"])
        var seen: [String?] = []
        context.on("awake(8)") { seen.append($0.text("firstName")) }
        context.undo()
        let lines = ["Person.willChange(firstName)", "Person.awake(8)", "Person.didChange(firstName)"]
        #expect(trace.take() == lines)
        context.redo()
        #expect(trace.take() == lines)
        #expect(seen == ["Ada", "Eve"])
    }

    @Test("OBJ-212 OBJ-96 insert, process, undo, redo")
    func insertion() throws {
        let trace = context.startTrace()
        let person = try stack.insert("Person", into: context)
        context.processPendingChanges()
        #expect(trace.take() == ["Person.awakeFromInsert"])
        var wasInserted = true
        context.on("awake(2)") { wasInserted = $0.isInserted }
        context.undo()
        #expect(trace.take() == ["Person.awake(2)"] && !wasInserted)
        context.redo()
        #expect(trace.take() == ["Person.awake(4)"] && person.isInserted)
    }

    @Test(
        "CTX-66 OBJ-96 undo of an insertion that was saved wakes the object, whose deletion waits for the save"
    )
    func savedInsertion() throws {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        try context.save()
        let trace = context.startTrace()
        var wasDeleted = false
        context.on("awake(2)") { wasDeleted = $0.isDeleted }
        context.undo()
        #expect(trace.take().filter { $0.contains("awake") } == ["Person.awake(2)"])
        #expect(wasDeleted && person.isDeleted)
    }

    @Test("OBJ-213 OBJ-96 delete, process, undo, redo")
    func deletion() throws {
        let person = try savedPerson()
        let trace = context.startTrace()
        context.delete(person)
        context.processPendingChanges()
        #expect(trace.take() == ["Person.prepareForDeletion"])
        context.undo()
        #expect(trace.take() == ["Person.awake(4)"])
        context.redo()
        #expect(trace.take().isEmpty && person.isDeleted)
    }

    @Test("OBJ-214 rollback of a changed object")
    func rollback() throws {
        let person = try savedPerson()
        person.setValue("Eve", forKey: "firstName")
        context.processPendingChanges()
        let trace = context.startTrace()
        context.rollback()
        #expect(
            trace.take() == [
                "Person.willChange(firstName)", "Person.awake(16)", "Person.didChange(firstName)",
            ])
    }

    @Test("OBJ-211 both ends of a relationship announce, before anything is written")
    func relationship() throws {
        let person = try savedPerson()
        let department = try stack.insert("Department", into: context, ["name": "Sales"])
        try context.save()
        context.processPendingChanges()
        person.setValue(department, forKey: "department")
        context.processPendingChanges()
        let trace = context.startTrace()
        context.undo()
        #expect(
            trace.take() == [
                "Person.willChange(department)", "Department.willChange(employees, minus, 1)",
                "Department.awake(8)", "Person.awake(8)", "Person.didChange(department)",
                "Department.didChange(employees, minus, 1)",
            ])
    }

    @Test("OBJ-95 changes that a hook of undo makes are neither dirty nor undoable")
    func hook() throws {
        let person = try savedPerson()
        person.setValue("Eve", forKey: "firstName")
        context.processPendingChanges()
        context.on("awake(8)") { $0.setValue("woken", forKey: "mood") }
        context.undo()
        context.processPendingChanges()
        #expect(person.text("mood") == "woken" && !person.hasChanges)
        #expect(context.undoManager?.canUndo == false && context.undoManager?.redoCount == 1)
    }
}

@Suite("Cached values and undo")
struct UndoCacheTests {
    /// Keeps its age in a transient, computed from the date of birth when it is asked for.
    class AgedPerson: NSManagedObject {
        var born: Int {
            get { value(forKey: "age") as? Int ?? 0 }
            set {
                for key in ["age", "mood"] { willChangeValue(forKey: key) }
                setPrimitiveValue(newValue, forKey: "age")
                setPrimitiveValue(nil, forKey: "mood")
                for key in ["mood", "age"] { didChangeValue(forKey: key) }
            }
        }

        var years: Int {
            willAccessValue(forKey: "mood")
            defer { didAccessValue(forKey: "mood") }
            if let cached = primitiveValue(forKey: "mood") as? Int { return cached }
            setPrimitiveValue(2000 - born, forKey: "mood")
            return 2000 - born
        }
    }

    @Test(
        "OBJ-170 OBJ-171 the cached value fits its source after undo and redo", arguments: Stack.Kind.allCases
    )
    func consistency(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind, ["Person": AgedPerson.self])
        let person = try #require(try stage.saved("Person", ["age": 1900]) as? AgedPerson)
        #expect(person.years == 100)
        stage.step { person.born = 1950 }
        #expect(person.years == 50)
        stage.step { person.setValue("x", forKey: "note") }
        stage.undo()
        #expect(person.years == 50)
        stage.undo()
        #expect(person.born == 1900 && person.years == 100)
        stage.redo()
        #expect(person.born == 1950 && person.years == 50)
        try stage.context.save()
        stage.context.refresh(person, mergeChanges: true)
        #expect(person.years == 50)
    }

    @Test("OBJ-172 filling a cache in a getter is neither dirty nor undoable", arguments: Stack.Kind.allCases)
    func filling(_ kind: Stack.Kind) throws {
        let stage = try UndoStage(kind, ["Person": AgedPerson.self])
        let person = try #require(try stage.saved("Person", ["age": 1900]) as? AgedPerson)
        #expect(person.years == 100)
        stage.context.processPendingChanges()
        #expect(!person.hasChanges && !stage.manager.canUndo)
    }
}
