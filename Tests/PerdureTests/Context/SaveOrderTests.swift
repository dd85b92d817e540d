// SPDX-License-Identifier: Apache-2.0
// The order of hooks and notifications around a save, and what handlers see.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Order of a save")
struct SaveOrderTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    @Test("SC-37 SAV-10 hooks before the store, hooks after it, notifications last")
    func hooks() throws {
        let changed = try stack.insert("Person", into: context)
        let deleted = try stack.insert("Tag", into: context)
        try context.save()
        changed.setValue(1, forKey: "age")
        context.delete(deleted)
        let inserted = try stack.insert("Locker", into: context)
        let trace = context.startTrace()
        let observer = SaveObserver(context, trace)
        var permanent: [Bool] = []
        context.on("didSave") { permanent.append(!$0.objectID.isTemporaryID && $0.changedValues().isEmpty) }
        try context.save()
        let lines = trace.take()
        #expect(Set(lines[0..<3]) == ["Person.willSave", "Tag.willSave", "Locker.willSave"])
        #expect(lines[3] == "notification willSave")
        #expect(
            Set(lines[4..<7]) == [
                "Person.validateForUpdate", "Tag.validateForDelete", "Locker.validateForInsert",
            ])
        #expect(Set(lines[7..<10]) == ["Person.didSave", "Tag.didSave", "Locker.didSave"])
        #expect(lines[10...] == ["notification didSave", "notification didSaveIDs"])
        #expect(permanent == [true, true, true] && !inserted.objectID.isTemporaryID)
        withExtendedLifetime(observer) {}
    }

    @Test(
        "SC-14 OBJ-78 OBJ-79 CTX-202 CTX-203 a handler sees the event's old values; its changes are the next event"
    )
    func handlers() throws {
        let person = try stack.insert("Person", into: context, ["age": 3])
        try context.save()
        var seen: [[String: Any]] = []
        // The context posts on the test's own thread.
        nonisolated(unsafe) let record: (NSManagedObjectContext) -> Void = { _ in
            seen.append(person.changedValuesForCurrentEvent())
            if seen.count == 1 { person.setValue("next", forKey: "lastName") }
        }
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { [context] _ in record(context) }
        defer { NotificationCenter.default.removeObserver(token) }
        person.setValue(4, forKey: "age")
        person.setValue("x", forKey: "mood")
        context.processPendingChanges()
        #expect(seen.count == 1 && seen[0].count == 1 && seen[0]["age"] as? Int == 3)
        #expect(Array(person.changedValuesForCurrentEvent().keys) == ["lastName"])
        context.processPendingChanges()
        #expect(seen.count == 2 && seen[1]["lastName"] is NSNull && seen[1].count == 1)
    }

    @Test("SC-04 TRN-5 OBJ-100 a stored property of the class does not dirty")
    func storedProperty() throws {
        let stack = try PeopleStack(className: "PerdureTests.ExtensibleObject")
        let context = stack.context()
        let tag = ExtensibleObject(entity: try stack.entity("Tag"), insertInto: context)
        try context.save()
        tag.setValue(100, forKey: "temp")
        #expect(!tag.hasChanges && !context.hasChanges && tag.value(forKey: "temp") as? Int == 100)
    }
}

/// Writes the notifications of saves into a trace.
private final class SaveObserver {
    private var tokens: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext, _ trace: Trace) {
        let names: [(Notification.Name, String)] = [
            (.NSManagedObjectContextWillSave, "willSave"), (.NSManagedObjectContextDidSave, "didSave"),
            (.NSManagedObjectContextDidSaveObjectIDs, "didSaveIDs"),
        ]
        // The context posts on the test's own thread.
        nonisolated(unsafe) let trace = trace
        tokens = names.map { name, text in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
                trace.lines.append("notification \(text)")
            }
        }
    }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
}
