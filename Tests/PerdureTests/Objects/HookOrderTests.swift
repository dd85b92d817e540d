// SPDX-License-Identifier: Apache-2.0
// The order of hooks over a whole life, notifications of the save among them, and the queue that they are called on.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Order of hooks")
struct HookOrderTests {
    @Test("OBJ-101 the hooks of each operation, in their order", arguments: Stack.Kind.allCases)
    func operations(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let trace = context.startTrace()
        let tokens = observe(context, trace)
        defer { tokens.forEach(NotificationCenter.default.removeObserver) }

        let person = try stack.insert("Person", into: context)
        #expect(trace.take() == ["Person.awakeFromInsert"])
        try context.save()
        #expect(trace.take() == saving("validateForInsert"))
        context.refresh(person, mergeChanges: false)
        #expect(trace.take() == ["Person.willTurnIntoFault", "Person.didTurnIntoFault"])
        #expect(try stack.all("Person", in: context) == [person] && trace.take().isEmpty)
        _ = person.value(forKey: "age")
        #expect(trace.take() == ["Person.awakeFromFetch"])
        person.setValue("Ada", forKey: "firstName")
        let setting = ["Person.willChange(firstName)", "Person.didChange(firstName)"]
        #expect(trace.take() == setting)
        context.rollback()
        #expect(trace.take() == [setting[0], "Person.awake(16)", setting[1]])
        person.setValue("Eve", forKey: "firstName")
        _ = trace.take()
        try context.save()
        #expect(trace.take() == saving("validateForUpdate"))
        context.delete(person)
        #expect(trace.take() == ["Person.prepareForDeletion"])
        try context.save()
        #expect(trace.take() == saving("validateForDelete"))
    }

    private func saving(_ validation: String) -> [String] {
        [
            "Person.willSave", "willSaveObjects", "Person.\(validation)", "Person.didSave", "didSaveObjects",
            "didSaveObjectIDs",
        ]
    }

    private func observe(_ context: NSManagedObjectContext, _ trace: Trace) -> [any NSObjectProtocol] {
        // The context posts where it is used: in this test.
        nonisolated(unsafe) let lines = trace
        return [
            (NSManagedObjectContext.willSaveObjectsNotification, "willSaveObjects"),
            (NSManagedObjectContext.didSaveObjectsNotification, "didSaveObjects"),
            (NSManagedObjectContext.didSaveObjectIDsNotification, "didSaveObjectIDs"),
        ].map { name, line in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
                lines.lines.append(line)
            }
        }
    }

    @Test("OBJ-98 hooks run on the thread of the block that causes them")
    func queue() throws {
        let stack = try PeopleStack()
        let context = stack.context()
        nonisolated(unsafe) var threads: [(hook: String, isOwn: Bool)] = []
        try context.performAndWait {
            let own = Thread.current
            for hook in ["awakeFromInsert", "awakeFromFetch", "willSave", "didSave", "willTurnIntoFault"] {
                context.on(hook) { _ in threads.append((hook, Thread.current === own)) }
            }
            let person = try stack.insert("Person", into: context)
            try context.save()
            context.refresh(person, mergeChanges: false)
            _ = person.value(forKey: "age")
        }
        #expect(
            threads.map(\.hook) == [
                "awakeFromInsert", "willSave", "didSave", "willTurnIntoFault", "awakeFromFetch",
            ])
        #expect(threads.filter { !$0.isOwn }.isEmpty)
    }
}
