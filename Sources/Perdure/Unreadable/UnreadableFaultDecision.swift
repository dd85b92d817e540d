// SPDX-License-Identifier: Apache-2.0
// What becomes of a fault that the store cannot read: a damaged page, a disk that fails, a value that is none. This file
// is what a program says about it; NSManagedObject+Unreadable.swift is where it is asked.

import Foundation

/// What becomes of an object whose row or members cannot be read, where no caller waits for an error.
///
/// The row itself is left alone by every decision: it may be readable again after a restart or from another disk.
public enum UnreadableFaultDecision: Sendable, Hashable {
    /// The process stops with the error's words: the default.
    case stop

    /// The object looks deleted and reads as nil, and the next save lets go of it.
    ///
    /// The save writes nothing for it and tells nobody of a deletion: the row stays in the store, and other contexts keep
    /// their objects. Unsaved changes of the object are lost. `rollback()` and `reset()` let go of it too.
    case becomeDeleted

    /// The property reads as nil and the object stays a fault, and every save of the context throws the error.
    ///
    /// What was computed from nil is thus never stored. `rollback()` and `reset()` end it.
    case failSaves
}

/// Decides what becomes of an object that cannot be read.
///
/// - Parameters:
///   - objectID: of the object.
///   - error: the store's error, with the object in its words.
/// - Returns: the decision.
public typealias UnreadableFaultHandler =
    @Sendable (_ objectID: NSManagedObjectID, _ error: any Error) -> UnreadableFaultDecision

extension NSPersistentStoreCoordinator {
    /// Decides what becomes of a fault that cannot be read; nil stops the process.
    ///
    /// ```swift
    /// container.persistentStoreCoordinator.whenFaultIsUnreadable = { id, error in
    ///     log.error("\(error.localizedDescription)")
    ///     return .becomeDeleted
    /// }
    /// ```
    ///
    /// Asked where no throwing call waits: `tryReading(_:)`, `tryValue(forKey:)`, fetches, saves and `existingObject(with:)`
    /// throw the error instead. Called on the queue of the context whose object it is, once for each read that fails;
    /// the handler must not use that context. Costs nothing while faults can be read.
    ///
    /// ## Compatibility
    /// Not in Apple's API: Core Data raises an exception that Swift cannot catch.
    public final var whenFaultIsUnreadable: UnreadableFaultHandler? {
        get { state.withLock { $0.unreadableFaultHandler } }
        set { state.withLock { $0.unreadableFaultHandler = newValue } }
    }
}

extension NSPersistentContainer {
    /// Decides what becomes of a fault that cannot be read; nil stops the process.
    ///
    /// It is the coordinator's own: see `NSPersistentStoreCoordinator.whenFaultIsUnreadable`.
    ///
    /// ## Compatibility
    /// Not in Apple's API.
    public final var whenFaultIsUnreadable: UnreadableFaultHandler? {
        get { persistentStoreCoordinator.whenFaultIsUnreadable }
        set { persistentStoreCoordinator.whenFaultIsUnreadable = newValue }
    }
}
