// SPDX-License-Identifier: Apache-2.0
// A program's decision about a fault that the store cannot read: a damaged page, a failing disk, an invalid value.
// NSManagedObject+Unreadable.swift asks for it.

import Foundation

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

extension NSPersistentStoreCoordinator {
    /// Decides what happens to a fault that cannot be read; nil stops the process.
    ///
    /// ```swift
    /// container.persistentStoreCoordinator.whenFaultIsUnreadable = { id, error in
    ///     log.error("\(error.localizedDescription)")
    ///     return .becomeDeleted
    /// }
    /// ```
    ///
    /// Called when no throwing call waits: `tryReading(_:)`, `tryValue(forKey:)`, fetches, saves and
    /// `existingObject(with:)` throw the error instead. The call comes on the queue of the object's context, once for
    /// each read that fails. The handler must not use that context. Costs nothing while faults can be read.
    ///
    /// ## Compatibility
    /// Not in Apple's API: Core Data raises an exception that Swift cannot catch.
    public final var whenFaultIsUnreadable: UnreadableFaultHandler? {
        get { state.withLock { $0.unreadableFaultHandler } }
        set { state.withLock { $0.unreadableFaultHandler = newValue } }
    }
}

extension NSPersistentContainer {
    /// Decides what happens to a fault that cannot be read; nil stops the process.
    ///
    /// This is the coordinator's handler: see `NSPersistentStoreCoordinator.whenFaultIsUnreadable`.
    ///
    /// ## Compatibility
    /// Not in Apple's API.
    public final var whenFaultIsUnreadable: UnreadableFaultHandler? {
        get { persistentStoreCoordinator.whenFaultIsUnreadable }
        set { persistentStoreCoordinator.whenFaultIsUnreadable = newValue }
    }
}
