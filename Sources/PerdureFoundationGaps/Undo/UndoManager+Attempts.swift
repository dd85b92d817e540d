// SPDX-License-Identifier: Apache-2.0
// Blocks whose changes are taken back where they fail. UndoManager+Undoing.swift performs the actions.

import PerdureBase

extension UndoManager {
    /// Runs a block in a group of its own; an error undoes what the group registered, without a way to redo it.
    ///
    /// Groups that the program has open stay open, and keep what they had.
    ///
    /// - Parameter block: Registers its actions before it returns; they are part of the program's steps then.
    /// - Throws: The block's error.
    package final func attempt(_ block: () throws -> Void) throws {
        beginUndoGrouping()
        do {
            try block()
        } catch {
            takeBackGroup()
            throw error
        }
        endUndoGrouping()
    }

    /// Undoes the innermost open group, and forgets it.
    private func takeBackGroup() {
        // Changes that are not registered yet belong to the group.
        post(.NSUndoManagerCheckpoint)
        guard let group = openGroups.popLast(), !group.isEmpty else { return }
        let kept = redoStack
        perform(group, .undoing)
        redoStack = kept
    }
}
