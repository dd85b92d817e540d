// SPDX-License-Identifier: Apache-2.0
// The deletion of many rows in the store itself. Coordinator/BatchDeleteRun.swift executes it.

import Foundation
import PerdurePredicates

/// In which form a batch deletion tells what it did.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// Whether it was done.
    case resultTypeStatusOnly = 0
    /// The IDs of the deleted objects.
    case resultTypeObjectIDs = 1
    /// How many objects were deleted.
    case resultTypeCount = 2
}

/// Deletes objects in the store itself, without reading them.
///
/// ```swift
/// let old = NSFetchRequest<NSFetchRequestResult>(entityName: "Item")
/// old.predicate = NSPredicate(format: "date < %@", limit)
/// let request = NSBatchDeleteRequest(fetchRequest: old)
/// request.resultType = .resultTypeObjectIDs
/// let result = try context.execute(request) as? NSBatchDeleteResult
/// let changes = [NSDeletedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
/// ```
///
/// All rows go in one transaction of each store, or none. The model's delete rules hold: nullify takes the references out
/// of the rows that stay and moves their versions, cascade deletes more rows, whose IDs are part of the result, and deny
/// refuses the whole request with 1600. No hook of an object is called and nothing else is validated. Contexts go on showing
/// what they have read until the IDs are merged.
///
/// Costs one statement for the rows and one for each relationship of their entities, and one for each deleted row and each
/// of its relationships without a column of its own.
///
/// ## Compatibility
/// SQLite stores only, as in Core Data; others refuse it with 134091. `fetchLimit`, `fetchOffset` and `sortDescriptors` of the
/// fetch request count. What the delete rules do in Core Data's batch deletions is not documented.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    /// Which objects are deleted.
    @NSCopying public final private(set) var fetchRequest: NSFetchRequest<any NSFetchRequestResult>

    /// In which form the result comes.
    open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

    /// The IDs that the request was made with; nil for one with a fetch request.
    private let objectIDs: [NSManagedObjectID]?

    /// Makes a request for the objects that a fetch finds.
    ///
    /// - Parameter fetch: what is deleted; its result type does not matter.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
        fetchRequest = Self.copy(of: fetch)
        objectIDs = nil
        super.init()
    }

    /// Makes a request for the objects that a fetch finds.
    ///
    /// ## Compatibility
    /// An addition: a fetch request of another type of results cannot be cast to `NSFetchRequest<NSFetchRequestResult>`
    /// on Linux.
    ///
    /// - Parameter fetch: what is deleted.
    public init<Result: NSFetchRequestResult>(fetchRequest fetch: NSFetchRequest<Result>) {
        fetchRequest = NSFetchRequest(fetch.fetch ?? AnyFetchRequest())
        fetchRequest.affectedStores = fetch.affectedStores
        objectIDs = nil
        super.init()
    }

    /// Makes a request for some objects.
    ///
    /// - Parameter objects: IDs of objects of one entity; executing the request throws for IDs of several ones.
    public init(objectIDs objects: [NSManagedObjectID]) {
        var fetch = AnyFetchRequest()
        fetch.entity = objects.first?.entity
        fetch.predicate = NSPredicate(format: "SELF IN %@", objects)
        fetchRequest = NSFetchRequest(fetch)
        objectIDs = objects
        super.init()
    }

    private static func copy(of fetch: NSFetchRequest<any NSFetchRequestResult>)
        -> NSFetchRequest<any NSFetchRequestResult>
    {
        // A copy of a fetch request is one.
        fetch.copy() as? NSFetchRequest<any NSFetchRequestResult> ?? fetch
    }

    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

    override func result(of coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext)
        throws
        -> NSPersistentStoreResult?
    {
        if let objectIDs, objectIDs.isEmpty { return NSBatchDeleteResult(resultType, BatchResults()) }
        if let objectIDs, let other = objectIDs.first(where: { $0.entity !== objectIDs[0].entity }) {
            throw BatchErrors.severalEntities(objectIDs[0].entity, other.entity)
        }
        return NSBatchDeleteResult(resultType, try BatchDeleteRun(self, coordinator, context).run())
    }

    /// Makes an equal request that changes independently of this one.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy =
            objectIDs.map { NSBatchDeleteRequest(objectIDs: $0) }
            ?? NSBatchDeleteRequest(fetchRequest: fetchRequest)
        copy.resultType = resultType
        copy.affectedStores = affectedStores
        return copy
    }
}

/// What a batch deletion did.
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// The form of the result, as the request has it.
    open var resultType: NSBatchDeleteRequestResultType { type }

    /// A `Bool`, an array of `NSManagedObjectID` or a number, as the result type says.
    open var result: Any? {
        switch type {
        case .resultTypeStatusOnly: NSNumber(value: true)
        case .resultTypeObjectIDs: outcome.deleted
        case .resultTypeCount: NSNumber(value: outcome.deleted.count)
        }
    }

    /// The IDs of objects that stay and have other values: those that lost a relationship to a deleted object, and those
    /// whose derived attributes follow.
    ///
    /// Merged under `NSRefreshedObjectsKey` they bring contexts up to date.
    ///
    /// ## Compatibility
    /// An addition.
    public final var refreshedObjectIDs: [NSManagedObjectID] { outcome.touched }

    private let type: NSBatchDeleteRequestResultType
    private let outcome: BatchResults

    init(_ type: NSBatchDeleteRequestResultType, _ outcome: BatchResults) {
        self.type = type
        self.outcome = outcome
    }
}
