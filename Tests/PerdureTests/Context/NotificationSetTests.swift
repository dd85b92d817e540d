// SPDX-License-Identifier: Apache-2.0
// The sets that notifications carry: one may serve two notifications, and nobody can tell.

import Foundation
import Perdure
import Testing

@Suite("Sets of notifications")
struct NotificationSetTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    private typealias Objects = Set<NSManagedObject>

    /// The sets of one group in the notifications of a name, while a body runs.
    private func sets(
        _ name: Notification.Name, _ key: String, during body: () throws -> Void
    ) rethrows -> [Objects] {
        let sets = Sets()
        let observer = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
            // A handler's set is its own, whatever it does to it.
            var objects = $0.userInfo?[key] as? Objects ?? []
            sets.list.append(objects)
            objects.removeAll()
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try body()
        return sets.list
    }

    /// Notifications come on the caller's thread.
    private final class Sets: @unchecked Sendable { var list: [Objects] = [] }

    @Test("CTX-44 CTX-46 an event that a save ends, and the save, tell of the same objects")
    func sameObjects() throws {
        var people: Objects = []
        for _ in 0..<20 { people.insert(try stack.insert("Person", into: context)) }
        let changed = try sets(.NSManagedObjectContextObjectsDidChange, NSInsertedObjectsKey) {
            let saved = try sets(.NSManagedObjectContextDidSave, NSInsertedObjectsKey) { try context.save() }
            #expect(saved == [people])
        }
        #expect(changed == [people])
    }

    @Test("CTX-46 a save tells of all events since the last one, the event that it ends of its own objects")
    func earlierEvents() throws {
        let first = try stack.insert("Person", into: context)
        context.processPendingChanges()
        let second = try stack.insert("Person", into: context)
        let changed = try sets(.NSManagedObjectContextObjectsDidChange, NSInsertedObjectsKey) {
            let saved = try sets(.NSManagedObjectContextDidSave, NSInsertedObjectsKey) { try context.save() }
            #expect(saved == [[first, second]])
        }
        #expect(changed == [[second]])
    }

    @Test("CTX-46 a save after the end of the event tells of what has changes, whatever the event told of")
    func eventBefore() throws {
        let people = try (0..<3).map { _ in try stack.insert("Person", into: context) }
        context.processPendingChanges()
        let saved = try sets(.NSManagedObjectContextDidSave, NSInsertedObjectsKey) { try context.save() }
        #expect(saved == [Objects(people)])
        for person in people { person.setValue("Ada", forKey: "firstName") }
        context.processPendingChanges()
        context.refresh(people[0], mergeChanges: false)
        let updated = try sets(.NSManagedObjectContextDidSave, NSUpdatedObjectsKey) { try context.save() }
        #expect(updated == [[people[1], people[2]]])
    }

    /// An object whose change an event told of, and which is taken back.
    private func told() throws -> NSManagedObject {
        let person = try stack.insert("Person", into: context)
        try context.save()
        person.setValue("Ada", forKey: "firstName")
        context.processPendingChanges()
        context.refresh(person, mergeChanges: false)
        context.processPendingChanges()
        return person
    }

    @Test("OBJ-20 an object that lost its changes after the event may go, although the event told of it")
    func nothingKept() throws {
        weak let person = try told()
        #expect(person == nil && !context.hasChanges)
    }

    @Test("CTX-46 what was inserted, changed and deleted in one event comes in its own set")
    func mixedEvent() throws {
        let old = try (0..<4).map { _ in try stack.insert("Person", into: context) }
        try context.save()
        old[0].setValue("Ada", forKey: "firstName")
        context.delete(old[1])
        let new = try stack.insert("Person", into: context)
        old[2].setValue("Bob", forKey: "firstName")
        context.delete(try stack.insert("Person", into: context))
        #expect(context.insertedObjects.contains(new) && context.insertedObjects.count == 1)
        #expect(context.updatedObjects == [old[0], old[2]] && context.deletedObjects == [old[1]])
        let updated = try sets(.NSManagedObjectContextDidSave, NSUpdatedObjectsKey) {
            let deleted = try sets(.NSManagedObjectContextObjectsDidChange, NSDeletedObjectsKey) {
                try context.save()
            }
            #expect(deleted == [[old[1]]])
        }
        #expect(updated == [[old[0], old[2]]])
        #expect(context.insertedObjects.isEmpty && context.updatedObjects.isEmpty && !context.hasChanges)
    }

    @Test("OBJ-10 the three sets follow an object from one to the next, and back")
    func threeSets() throws {
        let person = try stack.insert("Person", into: context)
        person.setValue("Ada", forKey: "firstName")
        #expect(context.insertedObjects == [person] && context.updatedObjects.isEmpty)
        try context.save()
        person.setValue("Bob", forKey: "firstName")
        #expect(context.updatedObjects == [person])
        context.delete(person)
        #expect(context.updatedObjects.isEmpty && context.deletedObjects == [person])
        context.insert(person)
        #expect(context.updatedObjects == [person] && context.deletedObjects.isEmpty)
        context.rollback()
        #expect(context.updatedObjects.isEmpty && !context.hasChanges)
    }
}
