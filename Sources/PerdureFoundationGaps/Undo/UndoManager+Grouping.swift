// SPDX-License-Identifier: Apache-2.0
// Opens and closes groups of undo actions, on request of the program or automatically.

import Dispatch
import Foundation
import PerdureBase

extension UndoManager {
    final func beginGroup() {
        // Changes made before this call belong to the group that is open now.
        post(.NSUndoManagerCheckpoint)
        closeAutomaticGroup()
        push(UndoGroup())
    }

    final func endGroup() {
        let isOwn = activity == .none ? openGroups.last?.isAutomatic == false : openGroups.count > 1
        guard isOwn else { return ExceptionTrap.raise(UndoErrors.noOpenGroup) }
        closeGroup()
    }

    package final func register(_ action: UndoAction) {
        if activity == .none { redoStack = [] }
        if openGroups.isEmpty {
            guard groupsByEvent else { return ExceptionTrap.raise(UndoErrors.outsideOfGroup) }
            openAutomaticGroup()
        }
        openGroups.last?.add(action)
    }

    private func push(_ group: UndoGroup) {
        openGroups.append(group)
        post(.NSUndoManagerDidOpenUndoGroup)
    }

    /// Closes the innermost group; it becomes part of the group around it, or a step.
    final func closeGroup() {
        post(.NSUndoManagerCheckpoint)
        guard let group = openGroups.last else { return }
        let userInfo: [AnyHashable: Any]? =
            group.isDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil
        post(.NSUndoManagerWillCloseUndoGroup, userInfo)
        openGroups.removeLast()
        if !group.isEmpty { keep(group) }
        post(.NSUndoManagerDidCloseUndoGroup, userInfo)
    }

    private func keep(_ group: UndoGroup) {
        if let outer = openGroups.last { return outer.add(group) }
        undoStack.append(group)
        dropOldest()
    }

    /// Removes the oldest steps beyond levelsOfUndo.
    final func dropOldest() {
        guard levelsOfUndo > 0 else { return }
        undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
        redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
    }

    package final func removeActions(of target: ObjectIdentifier) {
        for group in undoStack + redoStack + openGroups { group.removeActions(of: target) }
        undoStack.removeAll(where: \.isEmpty)
        redoStack.removeAll(where: \.isEmpty)
    }

    // MARK: Groups that open by themselves

    private func openAutomaticGroup() {
        automaticGroups += 1
        push(UndoGroup(isAutomatic: true))
        guard DispatchQueue.getSpecific(key: Self.mainKey) == true else { return }
        let number = automaticGroups
        DispatchQueue.main.async { [weak self] in
            if let self, automaticGroups == number { closeAutomaticGroup() }
        }
    }

    /// Closes the group that a registration opened, because the event is over.
    package final func closeAutomaticGroup() {
        guard activity == .none, openGroups.count == 1, openGroups[0].isAutomatic else { return }
        closeGroup()
    }

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    // MARK: The present step

    /// The outermost open group, if it has actions.
    final var openStep: UndoGroup? {
        guard activity == .none, let group = openGroups.first, !group.isEmpty else { return nil }
        return group
    }

    /// Changes the properties of the current step, or of the last step when no group is open.
    final func describeStep(_ describe: (UndoGroup) -> Void) {
        post(.NSUndoManagerCheckpoint)
        if let group = openGroups.first ?? undoStack.last { describe(group) }
    }

    package final func post(_ name: NSNotification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
    }
}
