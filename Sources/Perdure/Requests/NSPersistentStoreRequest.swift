// SPDX-License-Identifier: Apache-2.0
// The base class of all requests to a coordinator. NSFetchRequest.swift is the most important subclass.

import Foundation
import PerdureBase
import PerdurePredicates

/// The kind of a request.
public enum NSPersistentStoreRequestType: UInt, Sendable {
    /// A fetch of objects, IDs, dictionaries or a count.
    case fetchRequestType = 1
    /// A save of a context.
    case saveRequestType = 2
    /// An insertion of many rows in the store itself.
    case batchInsertRequestType = 5
    /// A change of many rows in the store itself.
    case batchUpdateRequestType = 6
    /// A deletion of many rows in the store itself.
    case batchDeleteRequestType = 7
}

/// A request to persistent stores: the base class of all requests.
open class NSPersistentStoreRequest: NSObject, NSCopying {
    /// The stores to send the request to; nil for all stores that have the entity.
    open var affectedStores: [NSPersistentStore]?

    /// Makes a request to all stores that have the entity.
    public override init() {}

    /// The kind of this request.
    open var requestType: NSPersistentStoreRequestType {
        CoreDataException.internalInconsistency(
            "requestType must be overridden by the subclass \(type(of: self)) of NSPersistentStoreRequest"
        ).stop()
    }

    /// The value form of a fetch request; nil for every other kind.
    var fetch: AnyFetchRequest? { nil }

    /// Runs the request for a context.
    ///
    /// - Throws: 134091 for a kind of request that the stores do not support, and the errors of the stores.
    func result(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let coordinator = try context.connectedCoordinator()
        if let result = try result(of: coordinator, context) { return result }
        _ = try coordinator.execute(self, with: context)
        return NSPersistentStoreResult()
    }

    /// Runs a request that the stores execute without a context; nil for every other kind.
    ///
    /// - Throws: the errors of the stores.
    func result(of coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext) throws
        -> NSPersistentStoreResult?
    { nil }

    /// Makes an equal request that changes independently of this one.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreRequest()
        copy.affectedStores = affectedStores
        return copy
    }
}
