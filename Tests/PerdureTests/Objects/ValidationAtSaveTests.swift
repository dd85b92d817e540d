// SPDX-License-Identifier: Apache-2.0
// What validation means for a save: repetition, collected errors, and a context that is as before when it fails.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Validation at save")
struct ValidationAtSaveTests {
    private func desk(_ kind: Stack.Kind, _ className: String = "NSManagedObject") throws -> Desk {
        let task = ModelSamples.entity(
            "Task",
            [
                ModelSamples.attribute("title") { $0.isOptional = false },
                ModelSamples.attribute("owner") { $0.isOptional = false },
                ModelSamples.attribute("steps", .integer64), ModelSamples.attribute("limit", .integer64),
                ModelSamples.attribute("mood", .undefined) { $0.isTransient = true },
            ])
        task.managedObjectClassName =
            className == "NSManagedObject" ? className : "PerdureTests.\(className)"
        return try Desk(kind, ModelSamples.model(task))
    }

    private let valid = ["title": "a", "owner": "b"]

    @Test(
        "OBJ-128 SAV-122 two objects that each miss two values give four errors",
        arguments: Stack.Kind.allCases)
    func fourErrors(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let tasks = [desk.context.insert("Task"), desk.context.insert("Task")]
        let error = try #require(desk.saveError())
        let details = try #require(error.userInfo["NSDetailedErrors"] as? [NSError])
        #expect(error.code == 1560 && error.domain == NSCocoaErrorDomain && details.count == 4)
        #expect(details.allSatisfy { $0.code == 1570 })
        for task in tasks {
            let own = details.filter { $0.userInfo["NSValidationErrorObject"] as? NSManagedObject === task }
            #expect(
                Set(own.compactMap { $0.userInfo["NSValidationErrorKey"] as? String }) == ["title", "owner"])
        }
        #expect("\(error)".contains("Task.title: title is a required value."))
    }

    @Test("SAV-123 OBJ-121 the error is a CocoaError with typed facts")
    func typedFacts() throws {
        let desk = try desk(.inMemory)
        let task = desk.context.insert("Task", ["title": "a"])
        do {
            try desk.context.save()
            Issue.record("the save succeeded")
        } catch let error as CocoaError {
            #expect(error.code == .validationMissingMandatoryProperty)
            #expect(error.validationKey == "owner" && error.validationObject as? NSManagedObject === task)
            #expect(error.validationValue == nil && error.validationPredicate == nil)
            #expect(
                error.userInfo[NSDebugDescriptionErrorKey] as? String
                    == "Task.owner: owner is a required value.")
        }
    }

    @Test(
        "OBJ-132 what validation changes goes through willSave and validation again",
        arguments: Stack.Kind.allCases)
    func repetition(kind: Stack.Kind) throws {
        let desk = try desk(kind, "ClimbingTask")
        let task = try #require(desk.context.insert("Task", valid) as? ClimbingTask)
        task.setValue(3, forKey: "limit")
        try desk.context.save()
        #expect(
            task.log == [
                "willSave", "validate", "willSave", "validate", "willSave", "validate", "willSave",
                "validate",
            ])
        #expect(try desk.saved("Task").value(forKey: "steps") as? Int == 3)
        #expect(!task.hasChanges)
    }

    @Test(
        "OBJ-132 OBJ-112 a validation that never rests ends the save after 1000 passes",
        arguments: Stack.Kind.allCases)
    func endless(kind: Stack.Kind) throws {
        let desk = try desk(kind, "ClimbingTask")
        let task = try #require(desk.context.insert("Task", valid) as? ClimbingTask)
        task.setValue(Int.max, forKey: "limit")
        let reason = exceptionReason { try desk.context.save() }
        #expect(
            reason.hasPrefix(
                "Failed to process pending changes before save.  The context is still dirty after 1000 attempts."
            ))
        #expect(task.log.count { $0 == "willSave" } == 1000)
        #expect(try desk.reader().all("Task").isEmpty && task.isInserted)
    }

    @Test(
        "OBJ-135 SAV-12 SAV-14 a failed validation leaves values and flags, and a second save runs in full",
        arguments: Stack.Kind.allCases)
    func failure(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let context = desk.context
        let (changed, deleted) = (context.insert("Task", valid), context.insert("Task", valid))
        try context.save()
        changed.setValue(nil, forKey: "title")
        changed.setValue("calm", forKey: "mood")
        context.delete(deleted)
        let inserted = context.insert("Task", ["title": "new"])
        let posted = NotificationCount(context)
        #expect(desk.saveError()?.code == 1560)
        #expect(context.insertedObjects == [inserted] && context.updatedObjects == [changed])
        #expect(context.deletedObjects == [deleted] && inserted.objectID.isTemporaryID)
        #expect(changed.changedValues().keys.sorted() == ["title"])
        #expect(changed.committedValues(forKeys: ["title"])["title"] as? String == "a")
        #expect(changed.value(forKey: "mood") as? String == "calm" && changed.value(forKey: "title") == nil)
        #expect(posted.will == 1 && posted.did == 0)
        changed.setValue("c", forKey: "title")
        inserted.setValue("o", forKey: "owner")
        try context.save()
        #expect(posted.will == 2 && posted.did == 1 && !context.hasChanges)
        #expect(
            try desk.reader().all("Task").compactMap { $0.value(forKey: "title") as? String }.sorted() == [
                "c", "new",
            ])
    }

    @Test("OBJ-135 a failed validation leaves what can be undone")
    func undo() throws {
        let desk = try desk(.inMemory)
        let task = desk.context.insert("Task", valid)
        try desk.context.save()
        desk.context.undoManager = UndoManager()
        task.setValue(nil, forKey: "title")
        #expect(desk.saveError()?.code == 1570)
        #expect(desk.context.undoManager?.canUndo == true && task.value(forKey: "title") == nil)
        desk.context.undo()
        #expect(task.value(forKey: "title") as? String == "a")
        #expect(desk.saveError() == nil)
    }

    @Test(
        "SAV-13 TRN-73 what willSave wrote by primitives stays after a failed save",
        arguments: Stack.Kind.allCases)
    func primitives(kind: Stack.Kind) throws {
        let desk = try desk(kind, "StampedTask")
        let task = desk.context.insert("Task", valid)
        try desk.context.save()
        #expect(task.value(forKey: "steps") as? Int == 1)
        task.setValue(nil, forKey: "owner")
        #expect(desk.saveError()?.code == 1570)
        #expect(task.value(forKey: "steps") as? Int == 2)
        #expect(task.committedValues(forKeys: ["steps"])["steps"] as? Int == 1)
        task.setValue("c", forKey: "owner")
        try desk.context.save()
        #expect(try desk.saved("Task").value(forKey: "steps") as? Int == 3)
    }

    @Test(
        "OBJ-130 DER-30 a mandatory derived attribute without a value is 1570 before the store computes it",
        arguments: Stack.Kind.allCases)
    func derived(kind: Stack.Kind) throws {
        let derived = NSDerivedAttributeDescription()
        derived.name = "sortName"
        derived.type = .string
        derived.isOptional = false
        derived.derivationExpression = NSExpression(format: "lowercase:(name)")
        let model = ModelSamples.model(
            ModelSamples.entity("Cat", [ModelSamples.attribute("name"), derived]))
        let desk = try Desk(kind, model)
        let cat = desk.context.insert("Cat", ["name": "Tom"])
        let error = try #require(desk.saveError())
        #expect(error.code == 1570 && error.localizedDescription == "sortName is a required value.")
        cat.setValue("any", forKey: "sortName")
        #expect(desk.saveError() == nil)
    }

    @Test("OBJ-125 OBJ-124 rules between properties: an object's own errors beside those of its properties")
    func betweenProperties() throws {
        let desk = try desk(.inMemory, "PlannedTask")
        let task = desk.context.insert("Task", ["title": "a"])
        task.setValue(5, forKey: "steps")
        task.setValue(3, forKey: "limit")
        let error = try #require(desk.saveError())
        let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(error.code == 1560 && details.map(\.code) == [1570, 1550])
        task.setValue("b", forKey: "owner")
        let own = try #require(desk.saveError())
        #expect(own.code == 1550 && own.localizedDescription == "more steps than the limit")
        task.setValue(9, forKey: "limit")
        try desk.context.save()
        task.setValue(2, forKey: "limit")
        #expect(desk.saveError()?.code == 1550)
    }

    @Test("SAV-122 a collection without errors in it is an error all the same")
    func emptyCollection() throws {
        let desk = try desk(.inMemory, "VagueTask")
        desk.context.insert("Task", valid)
        #expect(desk.saveError()?.code == 1560)
        #expect(desk.context.hasChanges)
    }
}

/// Counts the notifications of a context's saves.
private final class NotificationCount: @unchecked Sendable {
    // Sendable because the context posts where it is used: in the test.

    private(set) var will = 0
    private(set) var did = 0
    private var tokens: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext) {
        let center = NotificationCenter.default
        tokens = [
            center.addObserver(forName: .NSManagedObjectContextWillSave, object: context, queue: nil) {
                [weak self] _ in
                self?.will += 1
            },
            center.addObserver(forName: .NSManagedObjectContextDidSave, object: context, queue: nil) {
                [weak self] _ in
                self?.did += 1
            },
        ]
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
