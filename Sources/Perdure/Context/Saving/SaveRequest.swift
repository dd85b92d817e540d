// SPDX-License-Identifier: Apache-2.0
// What a context hands to its row source to be saved, and what it gets back (RowSource.swift).

import PerdureStore

/// The changes of a context, ready to be written.
///
/// The objects' own slots hold the values.
struct SaveRequest {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deleted: [NSManagedObject]
    /// Unchanged objects whose versions are checked (detectConflicts).
    var locked: [NSManagedObject] = []
    /// The context's merge policy: an NSMergePolicy.
    var mergePolicy: Any
    unowned let context: NSManagedObjectContext
}

/// The result of a save for the context.
struct SaveOutcome {
    /// Every inserted and updated object with its new snapshot.
    var written = WrittenRows<NSManagedObject>()
    /// Rows that the save did not write, with values that the stores computed because of it.
    var computed: [ComputedRow] = []
    /// The IDs that new objects took over from stored ones.
    var takenOverIDs: [ObjectIdentifier: NSManagedObjectID] = [:]
    /// The IDs of the objects that were to be saved, where they were made meanwhile.
    var earlyIDs: EarlyIDSets<NSManagedObject>?
    /// Objects that the merge policy gave up: their rows were deleted, or a stored object replaces them.
    var abandoned: [NSManagedObject] = []
    /// Objects whose values the merge policy replaced; their slots already hold the result.
    var resolvedObjects: [NSManagedObject] = []
    /// The objects of `resolvedObjects` that took values of the store.
    var refilled: [NSManagedObject] = []
    /// Objects whose deletion the merge policy took back; their new snapshots are the stored rows.
    var undeleted: [NSManagedObject] = []
    /// Objects of stores that could not commit after other stores had; these objects keep their changes.
    var unsaved: Set<NSManagedObject> = []
    /// The error of the stores that could not commit; thrown after the context has applied the rest of the outcome.
    var failure: (any Error)?
    /// The position behind the save in the histories of the stores; nil without a history, and where a store did not tell.
    var historyToken: NSPersistentHistoryToken?
    /// Whether new objects keep their temporary IDs: only the root assigns permanent ones.
    var keepsIDs = false

    /// The new ID of an object; nil when the object keeps its ID.
    func newID(of object: NSManagedObject) -> NSManagedObjectID? {
        if !takenOverIDs.isEmpty, let id = takenOverIDs[ObjectIdentifier(object)] { return id }
        return keepsIDs ? nil : object.objectID.permanent
    }
}
