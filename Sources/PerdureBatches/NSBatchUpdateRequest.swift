// SPDX-License-Identifier: Apache-2.0
// The update of many rows in the store itself. BatchUpdateRun.swift executes it.

import Foundation
import Perdure
import PerdureBase
import PerdureModel
import PerdurePredicates

/// The form in which a batch update reports its result.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// Whether the update was done.
    case statusOnlyResultType = 0
    /// The IDs of the objects whose rows were updated.
    case updatedObjectIDsResultType = 1
    /// How many rows were updated.
    case updatedObjectsCountResultType = 2
}

/// Gives properties of many objects new values in the store itself, without reading the objects.
///
/// ```swift
/// let request = NSBatchUpdateRequest(entityName: "Item")
/// request.predicate = NSPredicate(format: "points < 10")
/// request.propertiesToUpdate = ["points": NSExpression(format: "points + 1"), "isChecked": false]
/// request.resultType = .updatedObjectIDsResultType
/// let result = try context.execute(request) as? NSBatchUpdateResult
/// let changes = [NSUpdatedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
/// ```
///
/// All rows of a store are written in one transaction, or none. Nothing is validated, no hook of an object is called, and no
/// notification of a save is posted. Contexts keep showing what they have read until the IDs are merged. The rows get a new
/// version, so that saving an object that was read before is an optimistic lock conflict as usual. The update changes the
/// newest rows, even for a context that is pinned to an earlier state.
///
/// The cost is three statements for each store, for any number of rows, and one more for each integer attribute that an
/// expression computes. Attributes with external storage cost three statements for each row. Mergeable attributes cost one
/// statement for each row and one for each thousand rows.
///
/// ## Compatibility
/// SQLite stores only, as in Core Data; other stores refuse the request with 134091. The request can set attributes and to-one
/// relationships (object IDs). Expressions may use stored attributes of the row itself. An expression whose result does not fit
/// the attribute is an error, and nothing is written. The fraction of a result for an integer attribute is cut off.
open class NSBatchUpdateRequest: NSPersistentStoreRequest, CoordinatorRequest {
    private enum Subject {
        case name(String)
        case entity(NSEntityDescription)
    }

    private let subject: Subject

    /// The condition for the objects to update; nil for all.
    open var predicate: NSPredicate?

    /// Whether objects of subentities are updated too.
    open var includesSubentities = true

    /// The form of the result.
    open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

    /// The new values, by property names, property descriptions or key paths.
    ///
    /// A value is what the property holds, `NSNull` for nil, or an `NSExpression`. For a to-one relationship the value is an
    /// object ID; its inverse must be a to-many relationship or absent. Elements of composite attributes are named
    /// "composite.element".
    ///
    /// ## Compatibility
    /// Key paths and names of elements are an addition.
    open var propertiesToUpdate: [AnyHashable: Any]?

    /// Changes of mergeable attributes, by their names: each change is merged into the row's value and keeps concurrent
    /// changes.
    ///
    /// A value for such an attribute in `propertiesToUpdate` replaces the row's value. Either way, the result must respect the
    /// bounds of a counter (1610, 1620). A request that writes only mergeable attributes changes no version.
    ///
    /// ## Compatibility
    /// An addition.
    open var propertiesToMerge: [String: MergeableDelta]?

    /// Makes a request for the objects of an entity.
    ///
    /// - Parameter entityName: the entity's name. It is looked up in the model of the coordinator that executes the request.
    public init(entityName: String) {
        subject = .name(entityName)
        super.init()
    }

    /// Makes a request for the objects of an entity.
    ///
    /// - Parameter entity: the entity.
    public init(entity: NSEntityDescription) {
        subject = .entity(entity)
        super.init()
    }

    /// The entity's name.
    open var entityName: String {
        switch subject {
        case .name(let name): name
        case .entity(let entity): entity.name ?? ""
        }
    }

    /// The entity; the process stops when the request was made with a name.
    ///
    /// ## Compatibility
    /// Core Data looks the name up when a context executes the request, and raises an exception before that.
    open var entity: NSEntityDescription {
        guard case .entity(let entity) = subject else {
            CoreDataException.internalInconsistency(
                "The batch update request for \"\(entityName)\" was made with a name, which only the coordinator that "
                    + "executes it can look up. Use entityName, or make it with the entity."
            ).stop()
        }
        return entity
    }

    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

    /// The fetch for the objects to update.
    final var rows: AnyFetchRequest {
        var rows = AnyFetchRequest()
        rows.entityName = entityName
        rows.predicate = predicate
        rows.includesSubentities = includesSubentities
        rows.affectedStores = affectedStores
        return rows
    }

    package final func subject(in model: NSManagedObjectModel) -> NSEntityDescription? {
        model.entitiesByName[entityName]
    }

    package final func result(of coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext)
        throws
        -> NSPersistentStoreResult
    {
        let outcome = try BatchUpdateRun(self, coordinator, context).run()
        return NSBatchUpdateResult(resultType, outcome)
    }

    /// Makes an equal request that changes independently of this one.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy: NSBatchUpdateRequest =
            switch subject {
            case .name(let name): NSBatchUpdateRequest(entityName: name)
            case .entity(let entity): NSBatchUpdateRequest(entity: entity)
            }
        copy.predicate = predicate
        copy.includesSubentities = includesSubentities
        copy.resultType = resultType
        copy.propertiesToUpdate = propertiesToUpdate
        copy.propertiesToMerge = propertiesToMerge
        copy.affectedStores = affectedStores
        return copy
    }
}

/// The result of a batch update.
open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// The form of the result, as the request asked for it.
    open var resultType: NSBatchUpdateRequestResultType { type }

    /// A `Bool`, an array of `NSManagedObjectID` or a number, depending on the result type.
    open var result: Any? {
        switch type {
        case .statusOnlyResultType: NSNumber(value: true)
        case .updatedObjectIDsResultType: outcome.updated
        case .updatedObjectsCountResultType: NSNumber(value: outcome.updated.count)
        }
    }

    /// The IDs of further objects with other values: their derived attributes depend on the updated objects.
    ///
    /// To update contexts, merge these IDs under `NSRefreshedObjectsKey`.
    ///
    /// ## Compatibility
    /// An addition.
    public final var refreshedObjectIDs: [NSManagedObjectID] { outcome.touched }

    private let type: NSBatchUpdateRequestResultType
    private let outcome: BatchResults

    /// Makes a result that says that the request was executed; for subclasses of stores that execute requests themselves.
    public override init() {
        type = .statusOnlyResultType
        outcome = BatchResults()
    }

    init(_ type: NSBatchUpdateRequestResultType, _ outcome: BatchResults) {
        self.type = type
        self.outcome = outcome
    }
}
