// SPDX-License-Identifier: Apache-2.0
// The insertion of many rows in the store itself. BatchInsertRun.swift executes it.

import Foundation
import Perdure
import PerdureModel
import PerdurePredicates

/// The form in which a batch insertion reports its result.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// Whether the insertion was done.
    case statusOnly = 0
    /// The IDs of the inserted objects.
    case objectIDs = 1
    /// How many objects were inserted.
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
/// All rows are written in one transaction, or none. An attribute that a dictionary leaves out gets its default value. A
/// mandatory attribute without a value is error 1570. No validation rules are checked, and no hook of an object is called.
/// Relationships cannot be set.
///
/// When a uniqueness constraint is violated, the merge policy of the context decides. With `.error` the request fails with
/// 133021. With a policy in favour of the object, the existing row takes over the given values; the same happens when two of
/// the new objects are equal. With a policy in favour of the store, the existing row stays unchanged.
///
/// The cost is one statement for each object, and a few for each 500. A handler is asked on the queue of the context; while it
/// fills 500 objects, another thread may write the 500 before, and no more than these are held in memory. After an error the handler
/// may have been asked for up to 500 objects more. The IDs of all new objects are held only for the result type
/// that returns them. When a handler is asked for more than 500 objects, the store is locked for writing until the handler is
/// done. The handler can read; its thread cannot write to the same store then, nor remove it: that is refused at once, as is a
/// write of a context for whose queue the handler waits. It cannot wait for another thread's writes in any other way. Where reads have no connection beside the one that
/// writes (at `/dev/null`, with a rollback journal, on a server with one connection), a handler is asked for all objects
/// before the first is written, and all of them are held in memory: its reads would wait for the insertion itself.
///
/// ## Compatibility
/// SQLite stores only, as in Core Data; other stores refuse the request with 134091. The objects go to the first writable store
/// that has the entity. Core Data does not document the effect of missing mandatory values.
open class NSBatchInsertRequest: NSPersistentStoreRequest, CoordinatorRequest {
    private let name: String?
    private let givenEntity: NSEntityDescription?

    /// The attributes of the objects, by name.
    open var objectsToInsert: [[String: Any]]?

    /// Fills an empty dictionary with the attributes of the next object; returns true when there is no next object.
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?

    /// Sets the attributes of the next object; returns true when there is no next object.
    ///
    /// The handler gets the same object each time, with the default values and without a context.
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?

    /// The form of the result.
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

    /// Makes a request that asks a handler for one object after the other.
    ///
    /// - Parameters:
    ///   - entity: the objects' entity.
    ///   - handler: fills an empty dictionary; returns true when there is no next object.
    public convenience init(
        entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(nil, entity)
        dictionaryHandler = handler
    }

    /// Makes a request that asks a handler for one object after the other.
    ///
    /// - Parameters:
    ///   - entity: the objects' entity.
    ///   - handler: sets the attributes of an object; returns true when there is no next object.
    public convenience init(
        entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(nil, entity)
        managedObjectHandler = handler
    }

    /// Makes a request that asks a handler for one object after the other.
    ///
    /// - Parameters:
    ///   - entityName: the name of the objects' entity.
    ///   - handler: fills an empty dictionary; returns true when there is no next object.
    public convenience init(
        entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entityName, nil)
        dictionaryHandler = handler
    }

    /// Makes a request that asks a handler for one object after the other.
    ///
    /// - Parameters:
    ///   - entityName: the name of the objects' entity.
    ///   - handler: sets the attributes of an object; returns true when there is no next object.
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

    package final func subject(in model: NSManagedObjectModel) -> NSEntityDescription? {
        entity ?? model.entitiesByName[entityName]
    }

    package final func result(of coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext)
        throws
        -> NSPersistentStoreResult
    {
        var run = try BatchInsertRun(self, coordinator, context)
        return NSBatchInsertResult(resultType, try run.run())
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

/// The result of a batch insertion.
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// The form of the result, as the request asked for it.
    open var resultType: NSBatchInsertRequestResultType { type }

    /// A `Bool`, an array of `NSManagedObjectID` or a number, depending on the result type.
    ///
    /// The result includes existing rows that took over values, but no existing rows that stayed unchanged.
    open var result: Any? {
        switch type {
        case .statusOnly: NSNumber(value: true)
        case .objectIDs: outcome.inserted + outcome.updated
        case .count: NSNumber(value: outcome.insertedCount + outcome.updated.count)
        }
    }

    /// The IDs of the existing objects that took over values.
    ///
    /// ## Compatibility
    /// An addition.
    public final var updatedObjectIDs: [NSManagedObjectID] { outcome.updated }

    private let type: NSBatchInsertRequestResultType
    private let outcome: BatchResults

    /// Makes a result that says that the request was executed; for subclasses of stores that execute requests themselves.
    public override init() {
        type = .statusOnly
        outcome = BatchResults()
    }

    init(_ type: NSBatchInsertRequestResultType, _ outcome: BatchResults) {
        self.type = type
        self.outcome = outcome
    }
}
