// SPDX-License-Identifier: Apache-2.0
// Transient relationships: kept in memory with their inverse, never stored.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Transient relationships")
struct TransientRelationshipTests {
    static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch("Window", .attribute("name"), .toMany("panes", "Pane", inverse: "window").transient),
            EntitySketch("Pane", .attribute("name"), .toOne("window", "Window", inverse: "panes").transient))
    }

    private func window(_ kind: Stack.Kind) throws -> (PatternStack, NSManagedObject, NSManagedObject) {
        let stack = try PatternStack(kind, Self.model())
        let window = try stack.new("Window", ["name": "w"])
        let pane = try stack.new("Pane", ["name": "p"])
        try stack.a.save()
        return (stack, window, pane)
    }

    @Test(
        "TRN-140 the inverse follows, both ends are dirty, and saving keeps the value",
        arguments: Stack.Kind.allCases)
    func inverse(_ kind: Stack.Kind) throws {
        let (stack, window, pane) = try window(kind)
        pane.setValue(window, forKey: "window")
        #expect(window.value(forKey: "panes") as? NSSet == NSSet(object: pane))
        #expect(stack.a.updatedObjects == [window, pane])
        try stack.a.save()
        #expect(!stack.a.hasChanges)
        #expect(pane.value(forKey: "window") as? NSManagedObject === window)
        #expect(window.value(forKey: "panes") as? NSSet == NSSet(object: pane))
        window.mutableSetValue(forKey: "panes").remove(pane)
        #expect(pane.value(forKey: "window") == nil)
    }

    @Test("TRN-140 faulting clears it, and no other context sees it", arguments: Stack.Kind.allCases)
    func cleared(_ kind: Stack.Kind) throws {
        let (stack, window, pane) = try window(kind)
        pane.setValue(window, forKey: "window")
        try stack.a.save()
        #expect(try stack.twin(pane, in: stack.b).value(forKey: "window") == nil)
        #expect((try stack.twin(window, in: stack.b).value(forKey: "panes") as? NSSet)?.count == 0)
        stack.a.refresh(pane, mergeChanges: false)
        stack.a.refresh(window, mergeChanges: false)
        #expect(pane.value(forKey: "window") == nil)
        #expect((window.value(forKey: "panes") as? NSSet)?.count == 0)
    }

    @Test("TRN-140 a fetch cannot name it", arguments: Stack.Kind.allCases)
    func fetching(_ kind: Stack.Kind) throws {
        let (stack, _, _) = try window(kind)
        #expect(throws: CoreDataException.self) { try stack.a.all("Pane", "window.name == 'w'") }
        #expect(throws: CoreDataException.self) { try stack.a.all("Window", "panes.@count > 0") }
    }
}
