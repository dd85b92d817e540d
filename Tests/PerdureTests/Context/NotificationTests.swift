// SPDX-License-Identifier: Apache-2.0
// What a context posts, row by row of the table of CTX-200.

import Foundation
import Perdure
import Testing

@Suite("Notifications of a context")
struct NotificationTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    @Test("CTX-33 CTX-200 CTX-201 CTX-204 one notification per event, none without changes")
    func events() throws {
        let log = NotificationLog(context)
        let person = try stack.insert("Person", into: context, ["firstName": "Ada"])
        context.processPendingChanges()
        #expect(log.take() == ["changed inserted:1"])
        try context.save()
        _ = log.take()
        person.setValue("x", forKey: "mood")
        context.processPendingChanges()
        person.setValue("Ada", forKey: "firstName")
        context.processPendingChanges()
        #expect(log.take() == ["changed updated:1", "changed updated:1"])
        context.processPendingChanges()
        #expect(log.take().isEmpty)
    }

    @Test("CTX-34 CTX-200 inserted and deleted in one event: nothing")
    func insertAndDelete() throws {
        let log = NotificationLog(context)
        context.delete(try stack.insert("Person", into: context))
        context.processPendingChanges()
        #expect(log.take().isEmpty)
    }

    @Test("CTX-200 deletion reports the partners as updated")
    func deletion() throws {
        let department = try stack.insert("Department", into: context, ["name": "A"])
        let person = try stack.insert("Person", into: context, ["department": department])
        try context.save()
        let log = NotificationLog(context)
        context.delete(person)
        context.processPendingChanges()
        #expect(log.take() == ["changed deleted:1 updated:1"])
    }

    @Test("CTX-44 CTX-45 CTX-46 CTX-47 SAV-10 the notifications of a save, in order")
    func save() throws {
        let old = try stack.insert("Person", into: context, ["firstName": "Ada"])
        let doomed = try stack.insert("Person", into: context, ["firstName": "Bob"])
        try context.save()
        old.setValue(1, forKey: "age")
        context.delete(doomed)
        _ = try stack.insert("Person", into: context)
        let log = NotificationLog(context)
        try context.save()
        #expect(
            log.take() == [
                "changed deleted:1 inserted:1 updated:1", "willSave",
                "didSave deleted:1 inserted:1 updated:1",
                "didSaveIDs deleted_objectIDs:1 inserted_objectIDs:1 updated_objectIDs:1",
            ])
    }

    @Test("CTX-49 CTX-51 CTX-200 refreshed objects are reported as such")
    func refresh() throws {
        let person = try stack.insert("Person", into: context)
        let other = try stack.insert("Person", into: context)
        try context.save()
        let log = NotificationLog(context)
        context.refresh(person, mergeChanges: true)
        context.processPendingChanges()
        #expect(log.take() == ["changed refreshed:1"])
        context.refresh(person, mergeChanges: false)
        context.processPendingChanges()
        context.refresh(person, mergeChanges: false)
        context.processPendingChanges()
        #expect(log.take() == ["changed refreshed:1"])
        context.refreshAllObjects()
        #expect(log.take() == ["changed refreshed:2"] && other.isFault)
    }
}
