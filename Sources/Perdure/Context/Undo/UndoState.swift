// SPDX-License-Identifier: Apache-2.0
// What a context keeps for undo. NSManagedObjectContext+Undo.swift uses it.

import Foundation

/// The state that a context keeps for undo.
struct UndoState {
    /// The observation of the manager's checkpoints.
    var checkpoints: (any NSObjectProtocol)?
    /// The number of callers that suspend recording.
    var suspensions = 0
    /// Whether the context itself causes the manager's checkpoints now.
    var isRegistering = false
    /// How often the context was saved; an operation compares it to see whether its snapshots still hold.
    var saves = 0
}
