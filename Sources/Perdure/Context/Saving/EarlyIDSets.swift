// SPDX-License-Identifier: Apache-2.0
// The sets of IDs that a save reports: made on another thread while the stores write, because with many objects they cost a
// tenth of the save. SavedChanges.swift takes them, or makes its own where the save wrote something else in the end.

import PerdureBase

/// The sets of IDs of a save's objects, before the save has ended.
struct EarlyIDSets<Object: AnyObject> {
    /// The lists that the sets are made of.
    ///
    /// Another thread asks these objects for their IDs, which any thread may.
    private struct Lists {
        let inserted: [NSManagedObjectID]
        let updated: [Object]
        let deleted: [Object]
    }

    private struct Sets {
        let inserted: Set<NSManagedObjectID>
        let updated: Set<NSManagedObjectID>
        let deleted: Set<NSManagedObjectID>
    }

    private let sets: EarlyValue<Lists, Sets>
    private let inserted: [Object]
    private let updated: [Object]
    private let deleted: [Object]

    /// Begins to make the sets; nil where the objects are few, and where the new IDs are not known.
    ///
    /// - Parameters:
    ///   - inserted: What is about to be inserted.
    ///   - newIDs: The IDs that these objects will have.
    ///   - updated: What is about to be updated.
    ///   - deleted: What is about to be deleted.
    ///   - ids: Asks objects for their IDs, on any thread.
    init?(
        inserted: [Object], newIDs: [NSManagedObjectID], updated: [Object],
        deleted: [Object], ids: @escaping ([Object]) -> Set<NSManagedObjectID>
    ) {
        let count = inserted.count + updated.count + deleted.count
        guard EarlyValue<Lists, Sets>.isWorth(count), newIDs.count == inserted.count else { return nil }
        (self.inserted, self.updated, self.deleted) = (inserted, updated, deleted)
        let lists = Lists(inserted: newIDs, updated: updated, deleted: deleted)
        sets = EarlyValue(lists, count: count) { lists in
            Sets(inserted: lists.inserted.asSet, updated: ids(lists.updated), deleted: ids(lists.deleted))
        }
    }

    /// The IDs of a list that was saved, if it is the one that was to be saved.
    ///
    /// - Returns: The set; nil for another list.
    func ids(ofInserted list: [Object]) -> Set<NSManagedObjectID>? {
        list.isSame(as: inserted) ? sets.value.inserted : nil
    }

    func ids(ofUpdated list: [Object]) -> Set<NSManagedObjectID>? {
        list.isSame(as: updated) ? sets.value.updated : nil
    }

    func ids(ofDeleted list: [Object]) -> Set<NSManagedObjectID>? {
        list.isSame(as: deleted) ? sets.value.deleted : nil
    }

    /// Waits until no other thread has the objects any more: the last one to let go of an object must be its context.
    func finish() { _ = sets.value }
}
