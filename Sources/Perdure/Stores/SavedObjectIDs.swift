// SPDX-License-Identifier: Apache-2.0
// The IDs of a save, which other contexts adopt: IDs may go from queue to queue. SavedObjectIDs+Reading.swift reads
// them from notifications; NSManagedObjectContext+AdoptingSaves.swift adopts them.

import Foundation

/// The IDs of inserted, updated and deleted objects, and of objects with newly computed values.
struct SavedObjectIDs: Sendable {
    var inserted: [NSManagedObjectID] = []
    var updated: [NSManagedObjectID] = []
    var deleted: [NSManagedObjectID] = []
    /// Objects that were not written, but whose derived attributes have new values.
    var computed: [NSManagedObjectID] = []

    var all: [NSManagedObjectID] { inserted + updated + deleted + computed }

    /// The IDs in the form of a notification.
    ///
    /// - Parameter refreshed: the IDs of `updated` and `computed` whose objects were brought up to date.
    /// - Returns: sets by the keys of notifications.
    func userInfo(refreshed: [NSManagedObjectID]) -> [AnyHashable: Any] {
        var groups: [AnyHashable: Set<NSManagedObjectID>] = [:]
        for (key, ids) in [
            (NSInsertedObjectIDsKey, inserted), (NSUpdatedObjectIDsKey, updated),
            (NSDeletedObjectIDsKey, deleted),
        ] where !ids.isEmpty {
            groups[key] = Set(ids)
        }
        if !refreshed.isEmpty {
            // If every object was brought up to date, one set serves both keys. Only temporary IDs may have changed.
            let areAll =
                computed.isEmpty && refreshed.count == updated.count
                && !updated.contains(where: \.isTemporaryID)
            groups[NSRefreshedObjectIDsKey] =
                areAll ? groups[NSUpdatedObjectIDsKey] : Set(refreshed)
        }
        return groups
    }
}
