// SPDX-License-Identifier: Apache-2.0
// Where a program gives its decision about faults that the store cannot read (UnreadableFaultDecision.swift).

import Foundation

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
