// SPDX-License-Identifier: Apache-2.0
// The objects that one save writes, and the groups for its notifications. They are lists, because most lists are made
// without looking at the objects; sets are made only for the program.

import Foundation

/// The objects of one save.
struct SavedChanges {
    private(set) var inserted: [NSManagedObject]
    private(set) var updated: [NSManagedObject]
    private(set) var deleted: [NSManagedObject]
    /// Whether some of the objects hear of their saves.
    let hasSaveHooks: Bool

    init(_ journal: ChangeJournal) {
        inserted = journal.list(.inserted)
        updated = journal.list(.updated)
        deleted = journal.list(.deleted)
        hasSaveHooks = journal.hasSaveHooks
    }

    /// The changes without those of a former state.
    func without(_ former: SavedChanges) -> SavedChanges {
        var rest = self
        for list in [\SavedChanges.inserted, \.updated, \.deleted] {
            let known = Set(former[keyPath: list])
            rest[keyPath: list].removeAll(where: known.contains)
        }
        return rest
    }

    /// Removes the objects that the merge policy dropped from the save, and the objects of a store that failed to
    /// commit.
    mutating func remove(_ outcome: SaveOutcome) {
        let dropped = outcome.unsaved.union(outcome.abandoned + outcome.undeleted)
        guard !dropped.isEmpty else { return }
        inserted.removeAll(where: dropped.contains)
        updated.removeAll(where: dropped.contains)
        deleted.removeAll(where: dropped.contains)
    }

    /// The changes as the stores have them: a new object that took over a row is an update of this row, and so is a stored
    /// object that took a new one's values.
    func asStored(_ outcome: SaveOutcome) -> SavedChanges {
        guard !outcome.takenOverIDs.isEmpty else { return self }
        let known = Set(updated + deleted + outcome.abandoned)
        func isRow(_ object: NSManagedObject) -> Bool {
            outcome.takenOverIDs[ObjectIdentifier(object)] != nil && !known.contains(object)
        }
        var stored = self
        stored.inserted.removeAll(where: isRow)
        stored.updated += outcome.resolvedObjects.filter(isRow)
        return stored
    }

    /// Removes some deleted objects; does not copy the list if there are none.
    mutating func removeDeleted(where isLeftOut: (NSManagedObject) -> Bool) {
        if deleted.contains(where: isLeftOut) { deleted.removeAll(where: isLeftOut) }
    }

    var lists: [[NSManagedObject]] { [inserted, updated, deleted] }
    var all: [NSManagedObject] { inserted + updated + deleted }

    /// The information of the notification with objects.
    ///
    /// - Parameters:
    ///   - refreshed: objects that were not written, but have computed values.
    ///   - reported: the groups that were reported before the save; mostly the same sets.
    /// - Returns: the objects by their keys.
    func userInfo(refreshed: [NSManagedObject], sharing reported: ObjectGroups<NSManagedObject>)
        -> [AnyHashable: Any]
    {
        var groups = ObjectGroups<NSManagedObject>()
        groups.add(inserted, NSInsertedObjectsKey, sharing: reported)
        groups.add(updated, NSUpdatedObjectsKey, sharing: reported)
        groups.add(deleted, NSDeletedObjectsKey, sharing: reported)
        groups.add(refreshed, NSRefreshedObjectsKey)
        return groups.userInfo
    }

    /// The information of the notification with IDs.
    ///
    /// - Parameters:
    ///   - refreshedIDs: the IDs of objects that were not written, but have computed values.
    ///   - early: sets that were made while the save was written.
    /// - Returns: the IDs by their keys.
    func userInfo(refreshedIDs: [NSManagedObjectID], sharing early: EarlyIDSets<NSManagedObject>?)
        -> [AnyHashable: Any]
    {
        var information: [AnyHashable: Any] = [:]
        if !inserted.isEmpty {
            information[NSInsertedObjectIDsKey] = early?.ids(ofInserted: inserted) ?? inserted.ids
        }
        if !updated.isEmpty {
            information[NSUpdatedObjectIDsKey] = early?.ids(ofUpdated: updated) ?? updated.ids
        }
        if !deleted.isEmpty {
            information[NSDeletedObjectIDsKey] = early?.ids(ofDeleted: deleted) ?? deleted.ids
        }
        if !refreshedIDs.isEmpty { information[NSRefreshedObjectIDsKey] = Set(refreshedIDs) }
        return information
    }

    /// The IDs of rows with computed values whose objects the save did not write.
    ///
    /// An object that was changed only at the other end of a relationship counts as updated, although it has no new
    /// row.
    func others(_ computed: [ComputedRow]) -> [NSManagedObjectID] {
        if computed.isEmpty { return [] }
        let known = Set(all.map(\.objectID))
        return computed.map(\.id).filter { !known.contains($0) }
    }
}
