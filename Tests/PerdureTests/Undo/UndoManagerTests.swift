// SPDX-License-Identifier: Apache-2.0
// The undo manager alone: groups, steps, names, notifications. Contexts with one are in the other files of this folder.

import Foundation
import Testing

@testable import Perdure

@Suite("Undo manager")
struct UndoManagerTests {
    /// Something with a value that knows how to undo itself.
    private final class Dial {
        let manager: UndoManager
        private(set) var value = 0

        init(_ manager: UndoManager) { self.manager = manager }

        func set(_ value: Int) {
            let old = self.value
            manager.registerUndo(withTarget: self) { $0.set(old) }
            self.value = value
        }
    }

    private func explicit() -> (UndoManager, Dial) {
        let manager = UndoManager()
        manager.groupsByEvent = false
        return (manager, Dial(manager))
    }

    private func step(_ manager: UndoManager, _ body: () -> Void) {
        manager.beginUndoGrouping()
        body()
        manager.endUndoGrouping()
    }

    private func reason(_ body: () -> Void) -> String? {
        do {
            try ExceptionTrap.catching { body() }
            return nil
        } catch { return (error as? CoreDataException)?.reason }
    }

    @Test("a group is undone in reverse order, and redone in order")
    func order() {
        let (manager, dial) = explicit()
        step(manager) { for value in [1, 2, 3] { dial.set(value) } }
        step(manager) { dial.set(4) }
        #expect(manager.undoCount == 2 && manager.redoCount == 0)
        manager.undo()
        #expect(dial.value == 3)
        manager.undo()
        #expect(dial.value == 0)
        #expect(!manager.canUndo && manager.canRedo && manager.redoCount == 2)
        manager.redo()
        #expect(dial.value == 3)
        manager.redo()
        #expect(dial.value == 4)
        #expect(manager.canUndo && !manager.canRedo)
    }

    @Test("a new change forgets what could be redone")
    func redoIsForgotten() {
        let (manager, dial) = explicit()
        step(manager) { dial.set(1) }
        manager.undo()
        step(manager) { dial.set(2) }
        #expect(!manager.canRedo)
        manager.redo()
        #expect(dial.value == 2)
    }

    @Test("nested groups are part of the outer step, and can be undone before it is closed")
    func nesting() {
        let (manager, dial) = explicit()
        manager.beginUndoGrouping()
        step(manager) { dial.set(1) }
        #expect(manager.groupingLevel == 1)
        step(manager) { dial.set(2) }
        manager.undoNestedGroup()
        #expect(dial.value == 1)
        manager.endUndoGrouping()
        #expect(manager.groupingLevel == 0 && manager.undoCount == 1)
        manager.undo()
        #expect(dial.value == 0)
    }

    @Test("undo closes a group that is open")
    func undoOfOpenGroup() {
        let (manager, dial) = explicit()
        manager.beginUndoGrouping()
        dial.set(1)
        manager.undo()
        #expect(dial.value == 0 && manager.groupingLevel == 0)
    }

    @Test("an empty group is no step")
    func emptyGroup() {
        let (manager, _) = explicit()
        step(manager) {}
        #expect(!manager.canUndo && manager.undoCount == 0)
    }

    @Test("registrations open a group; a group of the program's own begins another step")
    func automaticGroups() {
        let manager = UndoManager()
        let dial = Dial(manager)
        #expect(manager.groupsByEvent)
        dial.set(1)
        dial.set(2)
        #expect(manager.groupingLevel == 1 && manager.undoCount == 1)
        step(manager) { dial.set(3) }
        #expect(manager.groupingLevel == 0 && manager.undoCount == 2)
        dial.set(4)
        manager.undo()
        #expect(dial.value == 3)
        manager.undo()
        manager.undo()
        #expect(dial.value == 0 && manager.redoCount == 3)
    }

    @MainActor @Test("on the main queue, the next turn closes the group")
    func nextTurn() async {
        let manager = UndoManager()
        let dial = Dial(manager)
        dial.set(1)
        #expect(manager.groupingLevel == 1)
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(manager.groupingLevel == 0)
        dial.set(2)
        manager.undo()
        #expect(dial.value == 1)
    }

    @Test("CTX-213 levelsOfUndo drops the oldest steps")
    func levels() {
        let (manager, dial) = explicit()
        for value in 1...4 { step(manager) { dial.set(value) } }
        manager.levelsOfUndo = 2
        #expect(manager.undoCount == 2)
        step(manager) { dial.set(5) }
        for _ in 0..<5 { manager.undo() }
        #expect(dial.value == 3)
    }

    @Test("disabled registrations are ignored, as often as they were disabled")
    func disabling() {
        let (manager, dial) = explicit()
        manager.disableUndoRegistration()
        manager.disableUndoRegistration()
        manager.enableUndoRegistration()
        #expect(!manager.isUndoRegistrationEnabled)
        dial.set(1)
        manager.enableUndoRegistration()
        #expect(manager.isUndoRegistrationEnabled && !manager.canUndo && dial.value == 1)
    }

    @Test("CTX-76 removing all actions, or those of one target")
    func removing() {
        let (manager, dial) = explicit()
        let other = Dial(manager)
        step(manager) {
            dial.set(1)
            other.set(1)
        }
        step(manager) { dial.set(2) }
        manager.removeAllActions(withTarget: dial)
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(dial.value == 2 && other.value == 0)
        manager.disableUndoRegistration()
        manager.removeAllActions()
        #expect(!manager.canUndo && !manager.canRedo && manager.isUndoRegistrationEnabled)
    }

    @Test("targets are held weakly; steps of lost targets are none")
    func weakTargets() {
        let (manager, dial) = explicit()
        weak var lost: Dial?
        do {
            let other = Dial(manager)
            lost = other
            step(manager) { dial.set(1) }
            step(manager) { other.set(1) }
            #expect(manager.undoCount == 2)
        }
        #expect(lost == nil && manager.canUndo)
        manager.undo()
        #expect(dial.value == 0)
    }

    @Test("CTX-76 names, titles, discardable steps and values follow a step to redo")
    func descriptions() {
        let (manager, dial) = explicit()
        #expect(manager.undoMenuItemTitle == "Undo" && manager.redoMenuItemTitle == "Redo")
        let key = UndoManager.UserInfoKey(rawValue: "place")
        step(manager) {
            dial.set(1)
            manager.setActionName("Turning")
            manager.setActionIsDiscardable(true)
            manager.setActionUserInfoValue(7, forKey: key)
        }
        #expect(manager.undoActionName == "Turning" && manager.undoMenuItemTitle == "Undo Turning")
        #expect(manager.undoActionIsDiscardable && manager.undoActionUserInfoValue(forKey: key) as? Int == 7)
        manager.undo()
        #expect(manager.undoActionName.isEmpty && !manager.undoActionIsDiscardable)
        #expect(manager.redoActionName == "Turning" && manager.redoMenuItemTitle == "Redo Turning")
        #expect(manager.redoActionIsDiscardable && manager.redoActionUserInfoValue(forKey: key) as? Int == 7)
        manager.redo()
        manager.setActionName("Turned")
        #expect(manager.undoActionName == "Turned")
    }

    @Test("CTX-77 undo and redo are posted around the change")
    func changeNotifications() {
        let (manager, dial) = explicit()
        step(manager) { dial.set(1) }
        let names: [NSNotification.Name] = [
            .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange, .NSUndoManagerWillRedoChange,
            .NSUndoManagerDidRedoChange,
        ]
        let posted = PostedNotifications(names, of: manager)
        manager.undo()
        #expect(posted.takeNames() == Array(names[..<2]))
        manager.redo()
        #expect(posted.takeNames() == Array(names[2...]))
        manager.redo()
        #expect(posted.takeNames().isEmpty)
    }

    @Test("groups are posted when they open and close; discardable ones say so")
    func groupNotifications() {
        let (manager, dial) = explicit()
        let names: [NSNotification.Name] = [
            .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
            .NSUndoManagerDidCloseUndoGroup,
        ]
        let posted = PostedNotifications(names, of: manager)
        step(manager) {
            dial.set(1)
            manager.setActionIsDiscardable(true)
        }
        let flags = posted.all.map { $0.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool }
        #expect(flags == [nil, true, true])
        #expect(posted.takeNames() == names)
    }

    @Test("checkpoints come before groups open and close, and when somebody asks what can be undone")
    func checkpoints() {
        let (manager, dial) = explicit()
        let posted = PostedNotifications([.NSUndoManagerCheckpoint], of: manager)
        step(manager) { dial.set(1) }
        #expect(posted.takeNames().count == 2)
        _ = manager.canUndo
        _ = manager.canRedo
        #expect(posted.takeNames().count == 2)
    }

    @Test("CTX-76 misuse is reported, and changes nothing")
    func misuse() {
        let (manager, dial) = explicit()
        #expect(reason { manager.endUndoGrouping() }?.contains("endUndoGrouping") == true)
        #expect(reason { manager.enableUndoRegistration() }?.contains("enableUndoRegistration") == true)
        #expect(reason { dial.set(1) }?.contains("beginUndoGrouping") == true)
        #expect(!manager.canUndo)
        manager.beginUndoGrouping()
        #expect(reason { manager.redo() }?.contains("redo") == true)
        manager.beginUndoGrouping()
        #expect(reason { manager.undo() }?.contains("undo groups open") == true)
        manager.endUndoGrouping()
        step(manager) { dial.set(2) }
        dial.set(3)
        #expect(reason { manager.undoNestedGroup() }?.contains("undoNestedGroup") == true)
        manager.endUndoGrouping()
        #expect(dial.value == 3 && manager.undoCount == 1)
        #expect(!manager.isUndoing && !manager.isRedoing)
    }

    @Test("actions cannot undo by themselves; isUndoing and isRedoing tell them what goes on")
    func insideActions() {
        let (manager, dial) = explicit()
        var seen: [Bool] = []
        step(manager) {
            manager.registerUndo(withTarget: dial) { dial in
                seen += [dial.manager.isUndoing, dial.manager.isRedoing]
                dial.manager.registerUndo(withTarget: dial) {
                    seen += [$0.manager.isUndoing, $0.manager.isRedoing]
                }
                dial.manager.undo()
            }
        }
        #expect(reason { manager.undo() }?.contains("while the undo manager") == true)
        manager.redo()
        #expect(seen == [true, false, false, true])
        #expect(manager.runLoopModes == [.default])
    }
}
