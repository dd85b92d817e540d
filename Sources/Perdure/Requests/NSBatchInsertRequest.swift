// SPDX-License-Identifier: Apache-2.0
// New rows in the store itself. Coordinator/BatchInsertRun.swift executes it.

import Foundation
import PerdurePredicates

/// In which form a batch insertion tells what it did.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// Whether it was done.
    case statusOnly = 0
    /// The IDs of the objects.
    case objectIDs = 1
    /// How many objects there are.
    case count = 2
}

/// Inserts objects into the store itself, without registering them with a context.
///
/// ```swift
/// let request = NSBatchInsertRequest(entityName: "Item", objects: [["name": "a"], ["name": "b", "points": 2]])
/// request.resultType = .objectIDs
/// let result = try context.execute(request) as? NSBatchInsertResult
/// let changes = [NSInsertedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
/// ```
///
/// All rows are written in one transaction, or none. What a dictionary leaves out has its default value; a mandatory
/// attribute without a value is 1570. No validation rules are asked and no hook of an object is called. Relationships
/// cannot be set.
///
/// Where a uniqueness constraint is violated, the merge policy of the context decides: with `.error` the request fails with
/// 133021; with policies in favour of the object the row that is there takes over the given values, and so it does when
/// two of the new objects are equal; with policies in favour of the store it stays as it is.
///
/// Costs one statement for each object, and a few for each thousand. A thousand objects are held in memory at a time; IDs of
/// all new ones only for the result type that wants them. When a handler is asked for more than a thousand, the store is
/// locked for writing until it is done: it can read, and must not save to the same store.
///
/// ## Compatibility
/// SQLite stores only, as in Core Data; others refuse it with 134091. The objects go to the first store with the entity that
/// can be written. Core Data does not document what becomes of missing mandatory values.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
    private let name: String?
    private let givenEntity: NSEntityDescription?

    /// The attributes of the objects, by name.
    open var objectsToInsert: [[String: Any]]?

    /// Fills an empty dictionary with the attributes of the next object; returns true when there is none.
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?

    /// Gives an object the attributes of the next one; returns true when there is none.
    ///
    /// It is the same object each time, with the default values and without a context.
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?

    /// In which form the result comes.
    open var resultType = NSBatchInsertRequestResultType.statusOnly

    private init(_ name: String?, _ entity: NSEntityDescription?) {
        self.name = name
        givenEntity = entity
        super.init()
    }

    /// Makes a request without an entity, which cannot be executed.
    @available(*, deprecated, message: "Use init(entityName:objects:)")
    public convenience override init() { self.init(nil, nil) }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - entityName: the name of the objects' entity.
    ///   - dictionaries: the attributes of each object, by name.
    public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
        self.init(entityName, nil)
        objectsToInsert = dictionaries
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - entity: the objects' entity.
    ///   - dictionaries: the attributes of each object, by name.
    public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
        self.init(nil, entity)
        objectsToInsert = dictionaries
    }

    /// Makes a request for objects that are asked for one after the other.
    ///
    /// - Parameters:
    ///   - entity: the objects' entity.
    ///   - handler: fills an empty dictionary; returns true when there is no object any more.
    public convenience init(
        entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(nil, entity)
        dictionaryHandler = handler
    }

    /// Makes a request for objects that are asked for one after the other.
    ///
    /// - Parameters:
    ///   - entity: the objects' entity.
    ///   - handler: sets the attributes of an object; returns true when there is no object any more.
    public convenience init(
        entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(nil, entity)
        managedObjectHandler = handler
    }

    /// Makes a request for objects that are asked for one after the other.
    ///
    /// - Parameters:
    ///   - entityName: the name of the objects' entity.
    ///   - handler: fills an empty dictionary; returns true when there is no object any more.
    public convenience init(
        entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entityName, nil)
        dictionaryHandler = handler
    }

    /// Makes a request for objects that are asked for one after the other.
    ///
    /// - Parameters:
    ///   - entityName: the name of the objects' entity.
    ///   - handler: sets the attributes of an object; returns true when there is no object any more.
    public convenience init(
        entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(entityName, nil)
        managedObjectHandler = handler
    }

    /// The entity's name.
    open var entityName: String { name ?? givenEntity?.name ?? "" }

    /// The entity; nil for a request that was made with a name.
    open var entity: NSEntityDescription? { givenEntity }

    open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

    override func result(of coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext)
        throws
        -> NSPersistentStoreResult?
    {
        NSBatchInsertResult(resultType, try BatchInsertRun(self, coordinator, context).run())
    }

    /// Makes an equal request that changes independently of this one.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSBatchInsertRequest(name, givenEntity)
        copy.objectsToInsert = objectsToInsert
        copy.dictionaryHandler = dictionaryHandler
        copy.managedObjectHandler = managedObjectHandler
        copy.resultType = resultType
        copy.affectedStores = affectedStores
        return copy
    }
}

/// What a batch insertion did.
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// The form of the result, as the request has it.
    open var resultType: NSBatchInsertRequestResultType { type }

    /// A `Bool`, an array of `NSManagedObjectID` or a number, as the result type says.
    ///
    /// Rows that took over values are counted too, those that stayed as they were are not.
    open var result: Any? {
        switch type {
        case .statusOnly: NSNumber(value: true)
        case .objectIDs: outcome.inserted + outcome.updated
        case .count: NSNumber(value: outcome.insertedCount + outcome.updated.count)
        }
    }

    /// The IDs of the objects that were there and took over values.
    ///
    /// ## Compatibility
    /// An addition.
    public final var updatedObjectIDs: [NSManagedObjectID] { outcome.updated }

    private let type: NSBatchInsertRequestResultType
    private let outcome: BatchResults

    init(_ type: NSBatchInsertRequestResultType, _ outcome: BatchResults) {
        self.type = type
        self.outcome = outcome
    }
}
