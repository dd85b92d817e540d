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

    var lists: [[NSManagedObjectID]] { [inserted, updated, deleted, computed] }
    var all: [NSManagedObjectID] { lists.flatMap { $0 } }

    /// The IDs that were saved, as sets by the keys of notifications.
    var sets: [AnyHashable: Set<NSManagedObjectID>] {
        var sets: [AnyHashable: Set<NSManagedObjectID>] = [:]
        for (key, ids) in [
            (NSInsertedObjectIDsKey, inserted), (NSUpdatedObjectIDsKey, updated),
            (NSDeletedObjectIDsKey, deleted),
        ] where !ids.isEmpty {
            sets[key] = ids.asSet
        }
        return sets
    }
}
