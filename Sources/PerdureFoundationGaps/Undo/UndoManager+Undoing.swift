// SPDX-License-Identifier: Apache-2.0
// Undo and redo: both perform the actions of one group, last one first, and record the reverse actions on the other stack.

import Foundation
import PerdureBase

extension UndoManager {
    package final func undoStep() {
        guard activity == .none else { return ExceptionTrap.raise(UndoErrors.busy("undo")) }
        post(.NSUndoManagerCheckpoint)
        closeAutomaticGroup()
        guard openGroups.count <= 1 else { return ExceptionTrap.raise(UndoErrors.openGroups("undo")) }
        if openGroups.count == 1 { endUndoGrouping() }
        undoNestedGroup()
    }

    final func undoGroup() {
        guard activity == .none else { return ExceptionTrap.raise(UndoErrors.busy("undoNestedGroup")) }
        post(.NSUndoManagerCheckpoint)
        closeAutomaticGroup()
        guard let open = openGroups.last else {
            if undoCandidate != nil { perform(undoStack.removeLast(), .undoing) }
            return
        }
        if let nested = open.popGroup() { return perform(nested, .undoing) }
        if !open.isEmpty { ExceptionTrap.raise(UndoErrors.openActions) }
    }

    package final func redoStep() {
        guard activity == .none else { return ExceptionTrap.raise(UndoErrors.busy("redo")) }
        post(.NSUndoManagerCheckpoint)
        closeAutomaticGroup()
        guard openGroups.isEmpty else { return ExceptionTrap.raise(UndoErrors.openGroups("redo")) }
        if redoCandidate != nil { perform(redoStack.removeLast(), .redoing) }
    }

    final func perform(_ group: UndoGroup, _ activity: Activity) {
        let isUndo = activity == .undoing
        post(isUndo ? .NSUndoManagerWillUndoChange : .NSUndoManagerWillRedoChange)
        self.activity = activity
        let outer = openGroups
        let wayBack = UndoGroup(wayBackOf: group)
        openGroups = [wayBack]
        group.perform()
        // The last changes of the actions belong to the reverse group.
        post(.NSUndoManagerCheckpoint)
        while openGroups.count > 1 { closeGroup() }
        openGroups = outer
        if !wayBack.isEmpty { if isUndo { redoStack.append(wayBack) } else { undoStack.append(wayBack) } }
        dropOldest()
        self.activity = .none
        post(isUndo ? .NSUndoManagerDidUndoChange : .NSUndoManagerDidRedoChange)
    }

    /// The group that undo would perform; removes groups whose targets no longer exist.
    final var undoCandidate: UndoGroup? {
        if let openStep, openStep.isAlive { return openStep }
        while let last = undoStack.last, !last.isAlive { undoStack.removeLast() }
        return undoStack.last
    }

    /// The group that redo would perform.
    final var redoCandidate: UndoGroup? {
        while let last = redoStack.last, !last.isAlive { redoStack.removeLast() }
        return redoStack.last
    }
}
