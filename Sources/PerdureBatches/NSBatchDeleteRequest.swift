// SPDX-License-Identifier: Apache-2.0
// The deletion of many rows in the store itself. BatchDeleteRun.swift executes it.

import Foundation
import Perdure
import PerdureModel
import PerdurePredicates

/// The form in which a batch deletion reports its result.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// Whether the deletion was done.
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
/// All rows of a store are deleted in one transaction, or none. The model's delete rules apply. Nullify removes the references
/// from the rows that stay, and increments the versions of these rows. Cascade deletes more rows, and the result includes their
/// IDs. Deny refuses the whole request with 1600. No hook of an object is called, and nothing else is validated. Contexts keep
/// showing what they have read until the IDs are merged.
///
/// The cost is one statement for the rows, one for each relationship of their entities, and one for each deleted row and each
/// of its relationships without a foreign key column in that row.
///
/// ## Compatibility
/// SQLite stores only, as in Core Data; other stores refuse the request with 134091. `fetchLimit`, `fetchOffset` and
/// `sortDescriptors` of the fetch request apply. Core Data does not document the effect of delete rules in batch deletions.
open class NSBatchDeleteRequest: NSPersistentStoreRequest, CoordinatorRequest {
    /// The fetch for the objects to delete.
    @NSCopying public final private(set) var fetchRequest: NSFetchRequest<any NSFetchRequestResult>

    /// The form of the result.
    open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

    /// The IDs that the request was made with; nil for a request made with a fetch request.
    private let objectIDs: [NSManagedObjectID]?

    /// Makes a request for the objects that a fetch finds.
    ///
    /// - Parameter fetch: the fetch for the objects to delete; its result type is ignored.
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
    /// - Parameter fetch: the fetch for the objects to delete.
    public init<Result: NSFetchRequestResult>(fetchRequest fetch: NSFetchRequest<Result>) {
        fetchRequest = NSFetchRequest(fetch.fetchValues)
        fetchRequest.affectedStores = fetch.affectedStores
        objectIDs = nil
        super.init()
    }

    /// Makes a request for some objects.
    ///
    /// - Parameter objects: IDs of objects of one entity; executing the request throws for IDs of several entities.
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
        // The copy of a fetch request is a fetch request.
        fetch.copy() as? NSFetchRequest<any NSFetchRequestResult> ?? fetch
    }

    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

    package final func subject(in model: NSManagedObjectModel) -> NSEntityDescription? {
        fetchRequest.fetchValues.entity
            ?? fetchRequest.fetchValues.entityName.flatMap { model.entitiesByName[$0] }
    }

    package final func result(of coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext)
        throws
        -> NSPersistentStoreResult
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

/// The result of a batch deletion.
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// The form of the result, as the request asked for it.
    open var resultType: NSBatchDeleteRequestResultType { type }

    /// A `Bool`, an array of `NSManagedObjectID` or a number, depending on the result type.
    open var result: Any? {
        switch type {
        case .resultTypeStatusOnly: NSNumber(value: true)
        case .resultTypeObjectIDs: outcome.deleted
        case .resultTypeCount: NSNumber(value: outcome.deleted.count)
        }
    }

    /// The IDs of objects that stay but have other values.
    ///
    /// They lost a relationship to a deleted object, or their derived attributes depend on one.
    ///
    /// To update contexts, merge these IDs under `NSRefreshedObjectsKey`.
    ///
    /// ## Compatibility
    /// An addition.
    public final var refreshedObjectIDs: [NSManagedObjectID] { outcome.touched }

    private let type: NSBatchDeleteRequestResultType
    private let outcome: BatchResults

    /// Makes a result that says that the request was executed; for subclasses of stores that execute requests themselves.
    public override init() {
        type = .resultTypeStatusOnly
        outcome = BatchResults()
    }

    init(_ type: NSBatchDeleteRequestResultType, _ outcome: BatchResults) {
        self.type = type
        self.outcome = outcome
    }
}
