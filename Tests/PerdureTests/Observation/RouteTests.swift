// SPDX-License-Identifier: Apache-2.0
// The ways besides setters in which values change: refreshing, rollback, undo, merge policies, what stores compute.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Ways of changes to observers")
struct RouteTests {
    private let log = ChangeLog()

    private func people(_ kind: Stack.Kind) throws -> (Desk, NSManagedObject, NSManagedObject) {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let person = desk.context.insert("Person", ["firstName": "Ada"])
        try desk.context.save()
        let other = try desk.neighbour().existingObject(with: person.objectID)
        return (desk, person, other)
    }

    @Test("TRN-40 OBJ-58 refreshing with merging tells of every key", arguments: Stack.Kind.allCases)
    func refresh(_ kind: Stack.Kind) throws {
        let (desk, person, other) = try people(kind)
        other.setValue("Eve", forKey: "firstName")
        try other.managedObjectContext?.save()
        person.setValue("mine", forKey: "mood")
        let keys = person.entity.propertiesByName.keys.sorted()
        for key in keys { try log.watch(person, key) }
        try log.watch(person, "firstName", [.prior, .old, .new])
        try log.watch(person, "mood", [.old, .new])
        desk.context.refresh(person, mergeChanges: true)
        let told = log.take()
        #expect(
            told.filter { $0.contains("old") } == [
                "firstName setting prior old Ada", "firstName setting old Ada new Eve",
                "mood setting old mine new mine",
            ])
        #expect(Set(told.filter { !$0.contains("old") }) == Set(keys.map { "\($0) setting" }))
        #expect(told.count == keys.count + 3)
    }

    @Test("OBJ-58 merging another context's save tells of every key", arguments: Stack.Kind.allCases)
    func merge(_ kind: Stack.Kind) throws {
        let (desk, person, other) = try people(kind)
        let saver = try #require(other.managedObjectContext)
        other.setValue("Eve", forKey: "firstName")
        let context = desk.context
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: saver, queue: nil
        ) { context.mergeChanges(fromContextDidSave: $0) }
        defer { NotificationCenter.default.removeObserver(token) }
        try log.watch(person, "firstName", [.old, .new])
        try log.watch(person, "note", [.old, .new])
        try saver.save()
        #expect(Set(log.take()) == ["firstName setting old Ada new Eve", "note setting old nil new nil"])
    }

    @Test("TRN-260 becoming a fault tells no observer by name", arguments: Stack.Kind.allCases)
    func faulting(_ kind: Stack.Kind) throws {
        let (desk, person, _) = try people(kind)
        try log.watch(person, "firstName", [.prior, .old, .new])
        person.setValue("Eve", forKey: "firstName")
        _ = log.take()
        desk.context.refresh(person, mergeChanges: false)
        #expect(person.isFault && person.value(forKey: "firstName") as? String == "Ada")
        desk.context.refreshAllObjects()
        #expect(person.isFault && log.take().isEmpty)
        desk.context.reset()
        #expect(log.take().isEmpty)
    }

    @Test("OBJ-58 rollback tells of what it changes", arguments: Stack.Kind.allCases)
    func rollback(_ kind: Stack.Kind) throws {
        let (desk, person, _) = try people(kind)
        let department = desk.context.insert("Department", ["name": "d"])
        try desk.context.save()
        person.setValue("Eve", forKey: "firstName")
        person.setValue("x", forKey: "mood")
        person.setValue(department, forKey: "department")
        for key in ["firstName", "lastName", "mood", "department"] {
            try log.watch(person, key, [.old, .new])
        }
        try log.watch(department, "employees", [.old, .new])
        desk.context.rollback()
        #expect(
            Set(log.take()) == [
                "firstName setting old Eve new Ada", "mood setting old x new nil",
                "department setting old d new nil", "employees setting old {Ada} new {}",
            ])
    }

    @Test("OBJ-58 OBJ-60 TRN-175 undo and redo tell, of dependent keys too", arguments: Stack.Kind.allCases)
    func undo(_ kind: Stack.Kind) throws {
        let desk = try Desk(kind, Contact.model())
        let contact = Contact(context: desk.context)
        let boss = Contact(context: desk.context)
        contact.firstName = "a"
        boss.firstName = "b"
        try desk.context.save()
        desk.context.undoManager = UndoManager()
        try log.watch(contact, "fullName", [.old, .new])
        try log.watch(boss, "employees", [.old, .new])
        contact.firstName = "c"
        contact.employer = boss
        desk.context.processPendingChanges()
        #expect(log.take() == ["fullName setting old a new c", "employees insertion new {c}"])
        desk.context.undo()
        #expect(Set(log.take()) == ["fullName setting old c new a", "employees removal old {a}"])
        desk.context.redo()
        #expect(Set(log.take()) == ["fullName setting old a new c", "employees insertion new {c}"])
    }

    @Test("undo and redo tell of places in an ordered relationship", arguments: Stack.Kind.allCases)
    func undoOfOrder(_ kind: Stack.Kind) throws {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let items = ["a", "b", "c"].map { desk.context.insert("Item", ["title": $0]) }
        let list = desk.context.insert(
            "TodoList", ["name": "l", "items": NSOrderedSet(array: [items[0], items[2]])])
        try desk.context.save()
        desk.context.undoManager = UndoManager()
        try log.watch(list, "items", [.old, .new])
        list.mutableOrderedSetValue(forKey: "items").insert(items[1], at: 1)
        desk.context.processPendingChanges()
        desk.context.undo()
        desk.context.redo()
        #expect(
            log.take() == [
                "items insertion at [1] new [b]", "items removal at [1] old [b]",
                "items insertion at [1] new [b]",
            ])
        list.setValue(NSOrderedSet(array: [items[2], items[0]]), forKey: "items")
        desk.context.processPendingChanges()
        _ = log.take()
        desk.context.undo()
        #expect(log.take() == ["items setting old [c a] new [a b c]"])
        #expect((list.value(forKey: "items") as? NSOrderedSet)?.array.count == 3)
    }

    @Test("OBJ-58 values that a merge policy takes from the store", arguments: Stack.Kind.allCases)
    func mergePolicy(_ kind: Stack.Kind) throws {
        let (desk, person, other) = try people(kind)
        desk.context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        other.setValue("Eve", forKey: "firstName")
        try other.managedObjectContext?.save()
        person.setValue("Zoë", forKey: "firstName")
        person.setValue("n", forKey: "note")
        try log.watch(person, "firstName", [.prior, .old, .new])
        try desk.context.save()
        #expect(log.take() == ["firstName setting prior old Zoë", "firstName setting old Zoë new Eve"])
    }

    @Test("what handlers change in a save is not lost", arguments: Stack.Kind.allCases)
    func handlersInSave(_ kind: Stack.Kind) throws {
        let (desk, person, other) = try people(kind)
        let second = desk.context.insert("Person", ["firstName": "Bob"])
        try desk.context.save()
        desk.context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        let saver = try #require(other.managedObjectContext)
        other.setValue("Eve", forKey: "firstName")
        try saver.existingObject(with: second.objectID).setValue("Eve", forKey: "firstName")
        try saver.save()
        var observations: [NSKeyValueObservation] = []
        for (mine, told) in [(person, second), (second, person)] {
            mine.setValue("mine", forKey: "firstName")
            observations.append(
                try mine.observe("firstName") { _, _ in told.setValue("told", forKey: "note") })
        }
        try desk.context.save()
        #expect(desk.context.updatedObjects == [person, second])
        try desk.context.save()
        #expect(!desk.context.hasChanges)
        let read = try desk.reader().all("Person")
        #expect(read.map { $0.value(forKey: "note") as? String } == ["told", "told"])
        #expect(read.map { $0.value(forKey: "firstName") as? String } == ["Eve", "Eve"])
        withExtendedLifetime(observations) {}
    }
}
