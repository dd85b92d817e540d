// SPDX-License-Identifier: Apache-2.0
// Where programs ask for the events of migrations; StoreMigrationEvent.swift (Perdure) has the events.

import Perdure

extension NSPersistentStoreCoordinator {
    /// The steps of the migrations that this coordinator carries out from now on.
    ///
    /// Each call gives a stream of its own, which ends with the coordinator. Ask before you add the store.
    ///
    /// ```swift
    /// let events = coordinator.migrationEvents
    /// Task { for await event in events { print(event.step) } }
    /// ```
    ///
    /// ## Compatibility
    /// An addition.
    public final var migrationEvents: AsyncStream<StoreMigrationEvent> { migrationReports.stream() }
}

extension NSPersistentContainer {
    /// The steps of the migrations of this container's stores from now on; ask before you load them.
    ///
    /// ## Compatibility
    /// An addition.
    public final var migrationEvents: AsyncStream<StoreMigrationEvent> {
        persistentStoreCoordinator.migrationEvents
    }
}
