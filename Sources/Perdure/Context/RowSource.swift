// SPDX-License-Identifier: Apache-2.0
// The source of a context's rows: a coordinator, or a parent context. Nested contexts are therefore no special case of
// saving. NSPersistentStoreCoordinator+RowSource.swift implements it over the engines.

import Foundation
import PerdureStore

/// The calls of a context to its row source.
///
/// Any queue may make any call. No call returns into the asking context, except `save`, which reads the objects of the
/// request on the calling thread, and the giving form of `fetchObjects`.
protocol RowSource: AnyObject {
    /// The coordinator at the end of the chain.
    var coordinator: NSPersistentStoreCoordinator? { get }

    /// The source for one call of a context: it tells stores who asks, where they want to know.
    func asked(by context: NSManagedObjectContext) -> any RowSource

    /// The matching objects in the request's order, within its offset and limit, from all affected stores.
    ///
    /// Rows that the fetch reads are in the row cache afterwards, and in the result.
    func fetchObjects(_ request: ObjectFetch) throws -> FetchedObjects

    /// Fetches as `fetchObjects`, and gives the keys of the objects while a store still reads their rows, where it can; for
    /// requests that leave their objects as faults.
    ///
    /// Calls `use` on the calling thread; it may return into the asking context.
    ///
    /// - Returns: nil when all keys were given, in the order of `fetchObjects`; otherwise what was given counts for nothing, and the
    ///   result is all that was found.
    func fetchObjects(_ request: ObjectFetch, giving use: ([ObjectKey], ObjectIDNamespace) -> Void) throws
        -> FetchedObjects?

    /// The IDs of the matching objects, in the order of `fetchObjects`; reads no rows.
    func fetchIDs(_ request: ObjectFetch) throws -> ResultIDs

    /// The number of matching objects.
    func count(_ request: ObjectFetch) throws -> Int

    /// The results of a request for dictionaries.
    func fetchDictionaries(_ request: ObjectFetch) throws -> [[String: Any]]

    /// The row of an object: from the row cache if it is young enough, else from the store; nil when it is gone.
    ///
    /// - Parameters:
    ///   - id: a permanent ID; for a parent, also the temporary ID of one of its unsaved objects.
    ///   - maximumAge: in seconds; negative takes a cached row of any age, 0 always reads the store.
    /// - Returns: the row, or nil.
    /// - Throws: what the store reports.
    func row(for id: NSManagedObjectID, maximumAge: TimeInterval) throws -> Row?

    /// The row of an object by its key in a store; makes no ID.
    func row(for key: ObjectKey, in namespace: ObjectIDNamespace, maximumAge: TimeInterval) throws -> Row?

    /// Reads the rows of many objects with few store accesses; they are in the row cache afterwards.
    ///
    /// - Returns: a row for each ID, in their order; nil for an object that is gone.
    func orderedRows(for ids: [NSManagedObjectID], maximumAge: TimeInterval) throws -> [Row?]

    /// Reads the rows of many objects of one store, as `orderedRows(for:maximumAge:)`; makes no IDs.
    func orderedRows(
        for keys: ArraySlice<ObjectKey>, in namespace: ObjectIDNamespace, maximumAge: TimeInterval
    )
        throws -> [Row?]

    /// The members of a to-many relationship, in their order when it is ordered; prefetched members if they are young
    /// enough.
    func members(
        of relationship: NSRelationshipDescription, for id: NSManagedObjectID, maximumAge: TimeInterval
    )
        throws -> [NSManagedObjectID]

    /// The keys of the members of a stored object, as `members`; nil from a source that knows IDs only.
    func memberKeys(
        of relationship: NSRelationshipDescription, for key: ObjectKey, in namespace: ObjectIDNamespace,
        maximumAge: TimeInterval
    ) throws -> ArraySlice<ObjectKey>?

    /// Prefetches relationships of many objects, with one store access for each step.
    func prefetch(_ tree: PrefetchTree, from owners: PrefetchOwners, maximumAge: TimeInterval) throws

    /// The ID of a parent's unsaved object, by its number in a row.
    func temporaryID(_ number: Int64) -> NSManagedObjectID?

    /// The store of the references in the row of a parent's unsaved object.
    func namespaceOfReferences(from id: NSManagedObjectID) -> ObjectIDNamespace?

    /// Forgets the IDs of numbers in rows: the asking context has dropped its objects.
    func forgetIDs()

    /// Lets the next reads of some objects go to the store: others have changed the rows.
    func forgetRows(of ids: [NSManagedObjectID])

    /// The contexts that adopt the saves of this source's contexts.
    var followers: SaveFollowers { get }

    /// Tells the source's other contexts of a save that they may adopt.
    ///
    /// - Parameters:
    ///   - ids: the IDs of the saved objects; computed only when there is a follower.
    ///   - context: the context that saved.
    func tellFollowers(_ ids: @autoclosure () -> SavedObjectIDs, by context: NSManagedObjectContext)

    /// A token of the stores' state after a save; nil when the stores keep no former states.
    func generationAfterSave() -> NSQueryGenerationToken?

    /// The history token after a save; nil when no store keeps a history.
    func historyAfterSave() -> NSPersistentHistoryToken?

    /// Permanent IDs for inserted objects, in their order; assigns a store to each by the rules of saving.
    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID]

    /// Writes changes: all or nothing, unless one of several stores fails in the commit itself (`SaveOutcome.failure`).
    ///
    /// - Throws: `NSError` with Core Data's codes; 133020 or 133021 with Apple's `conflictList` for conflicts that the
    ///   request's merge policy does not resolve.
    func save(_ request: SaveRequest) throws -> SaveOutcome
}

extension RowSource {
    /// Reads the rows of many objects, for lookups by ID; see `orderedRows(for:maximumAge:)`.
    func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval) throws -> [NSManagedObjectID: Row] {
        var result: [NSManagedObjectID: Row] = [:]
        result.reserveCapacity(ids.count)
        for (id, row) in zip(ids, try orderedRows(for: ids, maximumAge: maximumAge)) { result[id] = row }
        return result
    }

    /// Reads the rows of many objects of a context, in their order; makes no IDs where all are in one store.
    func orderedRows(of objects: [NSManagedObject], maximumAge: TimeInterval) throws -> [Row?] {
        guard let namespace = objects.first?.namespace,
            objects.allSatisfy({ $0.number > 0 && $0.namespace === namespace })
        else { return try orderedRows(for: objects.map(\.id), maximumAge: maximumAge) }
        return try orderedRows(for: objects.map(\.key)[...], in: namespace, maximumAge: maximumAge)
    }

    func asked(by context: NSManagedObjectContext) -> any RowSource { self }
    func generationAfterSave() -> NSQueryGenerationToken? { nil }
    func historyAfterSave() -> NSPersistentHistoryToken? { nil }

    func fetchObjects(_ request: ObjectFetch, giving use: ([ObjectKey], ObjectIDNamespace) -> Void) throws
        -> FetchedObjects?
    {
        try fetchObjects(request)
    }

    func fetchIDs(_ request: ObjectFetch) throws -> ResultIDs {
        try fetchObjects(request).ids
    }

    func row(for key: ObjectKey, in namespace: ObjectIDNamespace, maximumAge: TimeInterval) throws -> Row? {
        try row(for: namespace.id(key), maximumAge: maximumAge)
    }

    func orderedRows(
        for keys: ArraySlice<ObjectKey>, in namespace: ObjectIDNamespace, maximumAge: TimeInterval
    )
        throws -> [Row?]
    {
        try orderedRows(for: keys.map { namespace.id($0) }, maximumAge: maximumAge)
    }

    func memberKeys(
        of relationship: NSRelationshipDescription, for key: ObjectKey, in namespace: ObjectIDNamespace,
        maximumAge: TimeInterval
    ) throws -> ArraySlice<ObjectKey>? { nil }

    // Rows of stores refer to objects by permanent keys only.
    func temporaryID(_ number: Int64) -> NSManagedObjectID? { nil }
    func namespaceOfReferences(from id: NSManagedObjectID) -> ObjectIDNamespace? { nil }
    func forgetIDs() {}
}
