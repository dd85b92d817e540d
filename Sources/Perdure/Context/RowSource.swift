// SPDX-License-Identifier: Apache-2.0
// Where a context's rows come from. The coordinator is one; a parent context is another, which is why
// nested contexts are not a special case of saving. NSPersistentStoreCoordinator+RowSource.swift
// implements it over the engines.

import Foundation
import PerdureStore

/// What a context asks of its parent.
///
/// Every call may come from any queue. Nothing here calls back into the asking context, except `save`, which
/// reads the objects of the request on the calling thread.
protocol RowSource: AnyObject {
    /// The coordinator at the end of the chain.
    var coordinator: NSPersistentStoreCoordinator? { get }

    /// Objects that match, in the request's order, with its offset and limit applied, over all affected stores.
    ///
    /// Rows that come with the fetch are in the row cache afterwards, and in the result.
    func fetchObjects(_ request: ObjectFetch) throws -> FetchedObjects

    /// The IDs of the objects that match, as `fetchObjects` would give them; reads no rows.
    func fetchIDs(_ request: ObjectFetch) throws -> ResultIDs

    /// How many objects match.
    func count(_ request: ObjectFetch) throws -> Int

    /// The results of a request for dictionaries.
    func fetchDictionaries(_ request: ObjectFetch) throws -> [[String: Any]]

    /// The row of an object: from the row cache if it is young enough, else from the store; nil when it is gone.
    ///
    /// - Parameters:
    ///   - id: a permanent ID; of a parent, also the temporary one of an object that it has not saved.
    ///   - maximumAge: in seconds; negative takes a cached row of any age, 0 always reads the store.
    /// - Returns: the row, or nil.
    /// - Throws: what the store reports.
    func row(for id: NSManagedObjectID, maximumAge: TimeInterval) throws -> Row?

    /// The same by the key of an object in a store; makes no ID.
    func row(for key: ObjectKey, in origin: ObjectIDOrigin, maximumAge: TimeInterval) throws -> Row?

    /// Reads the rows of many objects with few store accesses; they are in the row cache afterwards.
    ///
    /// - Returns: a row for each ID, in their order; nil for an object that is gone.
    func orderedRows(for ids: [NSManagedObjectID], maximumAge: TimeInterval) throws -> [Row?]

    /// The members of a to-many relationship, in their order when it is ordered; those that were read ahead if they are
    /// young enough.
    func members(
        of relationship: NSRelationshipDescription, for id: NSManagedObjectID, maximumAge: TimeInterval
    )
        throws -> [NSManagedObjectID]

    /// Reads along relationships of many objects, with one store access for each step.
    func prefetch(_ tree: PrefetchTree, from ids: [NSManagedObjectID], maximumAge: TimeInterval) throws

    /// The ID of an unsaved object of a parent, by the number under which a row mentions it.
    func temporaryID(_ number: Int64) -> NSManagedObjectID?

    /// The store that the row of an unsaved object of a parent refers to.
    func originOfReferences(from id: NSManagedObjectID) -> ObjectIDOrigin?

    /// Forgets what rows mention: the asking context has dropped its objects.
    func forgetIDs()

    /// Lets the next reads of some objects go to the store: somebody else has changed their rows.
    func forgetRows(of ids: [NSManagedObjectID])

    /// The contexts that want to hear what is saved.
    var followers: Followers { get }

    /// Tells of a save what the source's other contexts may merge.
    ///
    /// - Parameters:
    ///   - ids: what was saved; made only when there is somebody to tell.
    ///   - context: the context that saved.
    func tellFollowers(_ ids: @autoclosure () -> SavedObjectIDs, by context: NSManagedObjectContext)

    /// A name of the stores' state after a save; nil where there are no former states to name.
    func generationAfterSave() -> NSQueryGenerationToken?

    /// The bookmark behind a save; nil where no store keeps a history.
    func historyAfterSave() -> NSPersistentHistoryToken?

    /// Permanent IDs for inserted objects, in their order; assigns a store to each by the rules of saving.
    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID]

    /// Writes changes: all or nothing, unless one of several stores fails in its very commit (`SaveOutcome.failure`).
    ///
    /// - Throws: `NSError` with Core Data's codes; conflicts that the merge policy of the request does not
    ///   settle are 133020 or 133021 with Apple's `conflictList`.
    func save(_ request: SaveRequest) throws -> SaveOutcome
}

extension RowSource {
    /// Reads the rows of many objects, to be looked up by ID; see `orderedRows`.
    func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval) throws -> [NSManagedObjectID: Row] {
        var result: [NSManagedObjectID: Row] = [:]
        result.reserveCapacity(ids.count)
        for (id, row) in zip(ids, try orderedRows(for: ids, maximumAge: maximumAge)) { result[id] = row }
        return result
    }

    func generationAfterSave() -> NSQueryGenerationToken? { nil }
    func historyAfterSave() -> NSPersistentHistoryToken? { nil }

    func fetchIDs(_ request: ObjectFetch) throws -> ResultIDs {
        try fetchObjects(request).ids
    }

    func row(for key: ObjectKey, in origin: ObjectIDOrigin, maximumAge: TimeInterval) throws -> Row? {
        try row(for: origin.id(key), maximumAge: maximumAge)
    }

    // Rows of stores mention nothing but keys.
    func temporaryID(_ number: Int64) -> NSManagedObjectID? { nil }
    func originOfReferences(from id: NSManagedObjectID) -> ObjectIDOrigin? { nil }
    func forgetIDs() {}
}

/// A fetch of a context: the request, and what the context knows about it.
struct ObjectFetch {
    /// The request with its entity resolved.
    var request: AnyFetchRequest
    var entity: NSEntityDescription
    /// The request's predicate with managed objects and IDs still in it; the coordinator plans it.
    var predicate: NSPredicate?
    /// Whether the rows shall come too (returnsObjectsAsFaults false, or includesPropertyValues).
    var wantsRows: Bool
    var fetchLimit: Int
    var fetchOffset: Int
    /// The relationships to read ahead; nil for none.
    var prefetch: PrefetchTree?
    /// In groups of how many the rows are read later; 0 when they come with the fetch, or one by one.
    var batchSize = 0
    /// What ends the fetch early; nil when nobody can.
    var cancellation: Cancellation?
    /// Whether only the request's propertiesToFetch are read.
    var isPartial = false
}

extension ObjectFetch {
    /// Whether the objects take over what was read; else the rows wait in the row cache.
    var fillsObjects: Bool { !request.returnsObjectsAsFaults || request.shouldRefreshRefetchedObjects }
}

/// The changes of a context, ready to be written.
///
/// The objects' own slots hold the values.
struct SaveRequest {
    var inserted: [NSManagedObject]
    var updated: [NSManagedObject]
    var deleted: [NSManagedObject]
    /// Unchanged objects whose versions are checked (detectConflicts).
    var locked: [NSManagedObject] = []
    /// NSMergePolicy or one of its constants.
    var mergePolicy: Any
    unowned let context: NSManagedObjectContext
}

/// What a save gives back to the context.
struct SaveOutcome {
    /// Every inserted and updated object with its new snapshot.
    var written: [(object: NSManagedObject, row: Row)] = []
    /// Rows that the save did not write, with values that the stores computed because of it.
    var computed: [ComputedRow] = []
    /// The IDs of new objects that took the place of stored ones.
    var places: [ObjectIdentifier: NSManagedObjectID] = [:]
    /// Objects that another transaction had deleted and the merge policy gave up.
    var abandoned: [NSManagedObject] = []
    /// Objects whose values the merge policy replaced; their slots already hold the result.
    var merged: [NSManagedObject] = []
    /// Those of them into which values of the store came.
    var refilled: [NSManagedObject] = []
    /// Objects whose deletion the merge policy took back: alive again, as their new snapshots say.
    var undeleted: [NSManagedObject] = []
    /// Objects of stores that could not commit after others had: they keep their changes.
    var unsaved: Set<NSManagedObject> = []
    /// Why there are such objects: thrown once the rest of the outcome is taken over.
    var failure: (any Error)?
    /// Whether new objects keep their temporary IDs: only the root gives permanent ones.
    var keepsIDs = false

    /// The ID that an object has from now on; nil when it keeps the one it has.
    func newID(of object: NSManagedObject) -> NSManagedObjectID? {
        if !places.isEmpty, let id = places[ObjectIdentifier(object)] { return id }
        return keepsIDs ? nil : object.objectID.permanent
    }
}
