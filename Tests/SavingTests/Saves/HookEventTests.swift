// SPDX-License-Identifier: Apache-2.0
// Hooks of a save that end the event themselves: what they changed before still belongs to the save.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A note that stamps itself in willSave, and does there what the test wants.
final class HookedNote: NSManagedObject {
    var hook: ((HookedNote) -> Void)?
    private(set) var calls = 0

    override func willSave() {
        super.willSave()
        calls += 1
        setPrimitiveValue(calls, forKey: "stamp")
        hook?(self)
    }

    func end() { managedObjectContext?.processPendingChanges() }
}

@Suite("Events that hooks of a save end") struct HookEventTests {
    /// Three saved notes, each the parent of the next.
    private struct Case {
        let stack: Stack
        let context: NSManagedObjectContext
        let notes: [HookedNote]

        init(_ kind: Stack.Kind) throws {
            stack = try Stack(
                kind,
                NSManagedObjectModel(
                    EntitySketch(
                        "Note", className: String(reflecting: HookedNote.self), .attribute("name"),
                        .attribute("stamp", .integer64AttributeType, default: 0),
                        .toMany("parts", "Note", inverse: "whole", rule: .cascadeDeleteRule),
                        .toOne("whole", "Note", inverse: "parts"))))
            let context = stack.context()
            self.context = context
            // The class of the entity.
            notes = (0..<3).map { context.insert("Note", ["name": "\($0)"]) as! HookedNote }
            try context.save()
        }

        /// What is stored: names with stamps.
        func stored() throws -> [String] {
            let reader = stack.context()
            return try reader.all("Note", by: "name").map {
                "\($0.value(forKey: "name") ?? "") \($0.value(forKey: "stamp") ?? "")"
            }
        }
    }

    @Test(
        "OBJ-114 OBJ-113 what a hook changes before it ends the event gets its own hook, once",
        arguments: Stack.Kind.allCases)
    func changed(_ kind: Stack.Kind) throws {
        let made = try Case(kind)
        let other = made.notes[1]
        made.notes[0].hook = { note in
            if other.value(forKey: "name") as? String == "x" { return }
            other.setValue("x", forKey: "name")
            note.end()
            other.setValue("x", forKey: "name")
        }
        made.notes[0].setValue("a", forKey: "name")
        try made.context.save()
        #expect(made.notes.map(\.calls) == [2, 2, 1])
        #expect(try made.stored() == ["2 1", "a 2", "x 2"])
    }

    @Test(
        "OBJ-114 OBJ-116 what a hook deletes before it ends the event gets its own hook, rules included",
        arguments: Stack.Kind.allCases, [false, true])
    func deleted(_ kind: Stack.Kind, _ isNotified: Bool) throws {
        let made = try Case(kind)
        let (context, notes) = (made.context, made.notes)
        notes[2].setValue(notes[1], forKey: "whole")
        try context.save()
        let former = notes.map(\.calls)
        // The hook holds the notes.
        defer { notes[0].hook = nil }
        nonisolated(unsafe) let delete = {
            if !notes[1].isDeleted { context.delete(notes[1]) }
            context.processPendingChanges()
        }
        if !isNotified { notes[0].hook = { _ in delete() } }
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextWillSave, object: context, queue: nil
        ) { _ in if isNotified { delete() } }
        defer { NotificationCenter.default.removeObserver(token) }
        notes[0].setValue("a", forKey: "name")
        try context.save()
        #expect(zip(notes, former).map { $0.calls - $1 } == [1, 1, 1])
        #expect(try made.stored() == ["a 2"])
    }

    @Test("OBJ-112 a hook that refreshes all objects does not make the save begin anew without end")
    func refreshed() throws {
        let made = try Case(.inMemory)
        made.notes[0].hook = { $0.managedObjectContext?.refreshAllObjects() }
        made.notes[0].setValue("a", forKey: "name")
        try made.context.save()
        #expect(try made.stored() == ["1 1", "2 1", "a 2"])
    }
}
