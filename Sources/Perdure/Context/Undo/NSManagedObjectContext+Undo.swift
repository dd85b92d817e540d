// SPDX-License-Identifier: Apache-2.0
// A context and its undo manager: when events are recorded, and when not. RecordedEvent.swift is the content of an
// operation; NSManagedObjectContext+Restoring.swift undoes it.

import Foundation
import PerdureBase
import PerdureFoundationGaps

extension NSManagedObjectContext {
    // MARK: The manager

    final func undoManagerChanged(from former: UndoManager?) {
        guard former !== undoManager else { return }
        stopUndo(former)
        journal.passUndoMarks()
        guard let undoManager else { return }
        let reference = WeakObjectReference(self)
        undoState.checkpoints = NotificationCenter.default.addObserver(
            forName: .NSUndoManagerCheckpoint, object: undoManager, queue: nil
        ) { _ in reference.object?.checkpoint() }
    }

    /// Releases the manager when the context ends.
    final func stopUndo() { stopUndo(undoManager) }

    private func stopUndo(_ manager: UndoManager?) {
        guard let manager else { return }
        if let checkpoints = undoState.checkpoints { NotificationCenter.default.removeObserver(checkpoints) }
        undoState.checkpoints = nil
        manager.removeActions(of: ObjectIdentifier(self))
    }

    /// Handles a checkpoint: a group of the manager begins or ends, or the program asks what can be undone.
    private func checkpoint() {
        guard !undoState.isRegistering, undoState.suspensions == 0, let undoManager else { return }
        // A save looks at the changes of its hooks. Undo reports all its changes in one event.
        guard phase == .idle else { return registerPendingChanges() }
        if undoManager.activity == .none {
            endEvent()
            return
        }
        if propagatesDeletesAtEndOfEvent { propagateDeletions() }
        registerPendingChanges()
    }

    // MARK: Undo and redo

    final func undoStep() {
        guard let undoManager else { return }
        processPendingChanges()
        undoManager.undo()
    }

    final func redoStep() {
        guard let undoManager else { return }
        processPendingChanges()
        undoManager.redo()
    }

    /// Ends an event for the program, and with it the undo step, unless the program has opened a group itself.
    final func endEventAndStep() {
        endEvent()
        undoManager?.closeAutomaticGroup()
    }

    // MARK: Recording

    /// Makes changes without undo, in an event of their own.
    ///
    /// Earlier changes of the program stay undoable.
    final func withoutUndo<T>(_ body: () throws -> T) rethrows -> T {
        endEvent()
        return try withoutRecording {
            defer { endEvent() }
            return try body()
        }
    }

    /// Makes changes without undo inside the current event: a failed save can take these changes back.
    final func withoutRecording<T>(_ body: () throws -> T) rethrows -> T {
        registerPendingChanges()
        undoState.suspensions += 1
        defer {
            journal.passUndoMarks()
            undoState.suspensions -= 1
        }
        return try body()
    }

    /// Registers one operation for the program's changes in this event so far.
    final func registerPendingChanges() {
        guard let undoManager, journal.event.hasUndoableChanges else { return }
        let isRecorded = undoState.suspensions == 0 && undoManager.isUndoRegistrationEnabled
        let record = isRecorded ? RecordedEvent(journal.event, of: self) : nil
        journal.passUndoMarks()
        guard let record, !record.isEmpty else { return }
        journal.forgetRestored(record.objects)
        register(record, in: undoManager)
    }

    private func register(_ record: RecordedEvent, in manager: UndoManager) {
        undoState.isRegistering = true
        defer { undoState.isRegistering = false }
        let isStep = !manager.groupsByEvent && manager.groupingLevel == 0
        if isStep { manager.beginUndoGrouping() }
        register(record, .undo, in: manager)
        if isStep { manager.endUndoGrouping() }
    }

    final func register(_ record: RecordedEvent, _ direction: UndoDirection, in manager: UndoManager) {
        manager.registerUndo(withTarget: self) { $0.restore(record, direction) }
    }
}
