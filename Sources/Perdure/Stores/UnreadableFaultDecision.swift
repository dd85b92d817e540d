// SPDX-License-Identifier: Apache-2.0
// A program's decision about a fault that the store cannot read: a damaged page, a failing disk, an invalid value.
// NSManagedObject+Unreadable.swift asks for it, NSPersistentStoreCoordinator+Unreadable.swift keeps it.

/// What happens to an object whose row or members cannot be read, when no caller waits for an error.
///
/// No decision touches the row itself: it may be readable again after a restart or from another disk.
public enum UnreadableFaultDecision: Sendable, Hashable {
    /// The process stops with the error's text: the default.
    case stop

    /// The object looks deleted and reads as nil, and the next save releases it.
    ///
    /// The save writes nothing for the object and reports no deletion: the row stays in the store, and other contexts
    /// keep their objects. Unsaved changes of the object are lost. `rollback()` and `reset()` release it too.
    case becomeDeleted

    /// The property reads as nil and the object stays a fault, and every save of the context throws the error.
    ///
    /// So no result that was computed from nil is ever stored. `rollback()` and `reset()` end this state.
    case failSaves
}

/// Decides what happens to an object that cannot be read.
///
/// - Parameters:
///   - objectID: the object's ID.
///   - error: the store's error; its text names the object.
/// - Returns: the decision.
public typealias UnreadableFaultHandler =
    @Sendable (_ objectID: NSManagedObjectID, _ error: any Error) -> UnreadableFaultDecision
