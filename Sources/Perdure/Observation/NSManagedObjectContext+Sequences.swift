// SPDX-License-Identifier: Apache-2.0
// The sequences of a context's events (ContextSequence.swift), and their elements from notifications.

import Foundation

extension NSManagedObjectContext {
    /// The changes of the context's objects, event by event, from now on.
    ///
    /// ```swift
    /// for await change in context.changes {
    ///     print(change.updated)
    /// }
    /// ```
    ///
    /// Any thread may ask for it. An event ends with `processPendingChanges`, or a save.
    public final var changes: ContextSequence<ContextChange> { observers.readChanges() }

    /// The saves of the context, from now on.
    ///
    /// Any thread may ask for it.
    public final var saves: ContextSequence<ContextSave> { observers.readSaves() }

    /// Gives the content of a notification to readers of sequences.
    final func tellReaders(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]?) {
        guard observers.hasReaders, let userInfo else { return }
        if name == Self.didChangeObjectsNotification { observers.tell(ContextChange(userInfo)) }
        if name == Self.didSaveObjectIDsNotification { observers.tell(ContextSave(userInfo)) }
    }
}

extension ContextChange {
    fileprivate init(_ userInfo: [AnyHashable: Any]) {
        func ids(_ key: String) -> Set<NSManagedObjectID> {
            Set((userInfo[key] as? Set<NSManagedObject> ?? []).map(\.objectID))
        }
        inserted = ids(NSInsertedObjectsKey)
        updated = ids(NSUpdatedObjectsKey)
        deleted = ids(NSDeletedObjectsKey)
        refreshed = ids(NSRefreshedObjectsKey)
        invalidatedAll = Set(userInfo[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID] ?? [])
    }
}

extension ContextSave {
    fileprivate init(_ userInfo: [AnyHashable: Any]) {
        inserted = userInfo[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID> ?? []
        updated = userInfo[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID> ?? []
        deleted = userInfo[NSDeletedObjectIDsKey] as? Set<NSManagedObjectID> ?? []
        refreshed = userInfo[NSRefreshedObjectIDsKey] as? Set<NSManagedObjectID> ?? []
    }
}
