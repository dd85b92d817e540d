// SPDX-License-Identifier: Apache-2.0
// Changes of many rows in the store itself. Coordinator/BatchUpdateRun.swift executes it.

import Foundation
import PerdurePredicates

/// In which form a batch update tells what it did.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// Whether it was done.
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
/// All rows are written in one transaction of each store, or none. Nothing is validated, no hook of an object is called and
/// no notification of a save is posted. Contexts go on showing what they have read until the IDs are merged; the rows have
/// a new version, so that saving an object that was read before is a conflict as usual. The newest rows are changed, also
/// for a context that is pinned to a former state.
///
/// Costs three statements for each store, however many rows there are, and one more for each attribute of whole numbers that
/// an expression computes; for attributes with external storage three for each row, for mergeable ones one for each row and
/// one for a thousand.
///
/// ## Compatibility
/// SQLite stores only, as in Core Data; others refuse it with 134091. Values are those of attributes and of to-one
/// relationships (object IDs), and expressions over stored attributes of the row itself. An expression whose result does not
/// fit the attribute is an error, and nothing is written; fractions for attributes of whole numbers are cut off.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    private enum Subject {
        case name(String)
        case entity(NSEntityDescription)
    }

    private let subject: Subject

    /// Which objects are updated; nil for all.
    open var predicate: NSPredicate?

    /// Whether objects of subentities are updated too.
    open var includesSubentities = true

    /// In which form the result comes.
    open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

    /// The new values, by property names, property descriptions or key paths.
    ///
    /// A value is what the property holds, `NSNull` for nil, an object ID for a to-one relationship whose inverse is a
    /// to-many one or none, or an `NSExpression`. Elements of composite attributes are named "composite.element".
    ///
    /// ## Compatibility
    /// Key paths and names of elements are an addition.
    open var propertiesToUpdate: [AnyHashable: Any]?

    /// Changes of mergeable attributes, by their names: applied to what each row has, beside what others do to it.
    ///
    /// Values for such attributes in `propertiesToUpdate` replace what is there. Either way the bounds of a counter hold for
    /// the results (1610, 1620), and a request that writes nothing but mergeable attributes moves no version.
    ///
    /// ## Compatibility
    /// An addition.
    open var propertiesToMerge: [String: MergeableDelta]?

    /// Makes a request for the objects of an entity.
    ///
    /// - Parameter entityName: the entity's name, which is looked up in the model of the coordinator that executes it.
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

    /// The entity; stops the process for a request that was made with a name.
    ///
    /// ## Compatibility
    /// Core Data looks the name up when a context executes the request, and raises before.
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

    /// The objects to update, as a fetch.
    final var rows: AnyFetchRequest {
        var rows = AnyFetchRequest()
        rows.entityName = entityName
        rows.predicate = predicate
        rows.includesSubentities = includesSubentities
        rows.affectedStores = affectedStores
        return rows
    }

    override func result(of coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext)
        throws
        -> NSPersistentStoreResult?
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

/// What a batch update did.
open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// The form of the result, as the request has it.
    open var resultType: NSBatchUpdateRequestResultType { type }

    /// A `Bool`, an array of `NSManagedObjectID` or a number, as the result type says.
    open var result: Any? {
        switch type {
        case .statusOnlyResultType: NSNumber(value: true)
        case .updatedObjectIDsResultType: outcome.updated
        case .updatedObjectsCountResultType: NSNumber(value: outcome.updated.count)
        }
    }

    /// The IDs of further objects with other values: those whose derived attributes follow the updated ones.
    ///
    /// Merged under `NSRefreshedObjectsKey` they bring contexts up to date.
    ///
    /// ## Compatibility
    /// An addition.
    public final var refreshedObjectIDs: [NSManagedObjectID] { outcome.touched }

    private let type: NSBatchUpdateRequestResultType
    private let outcome: BatchResults

    init(_ type: NSBatchUpdateRequestResultType, _ outcome: BatchResults) {
        self.type = type
        self.outcome = outcome
    }
}
