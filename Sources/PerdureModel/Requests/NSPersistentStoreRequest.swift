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

/// A request whose results are those of a fetch.
package protocol FetchingRequest: NSPersistentStoreRequest {
    /// The fetch as a value.
    var fetchValues: AnyFetchRequest { get }
}

extension NSPersistentStoreRequest {
    /// The value form of a fetch request; nil for every other kind.
    package final var fetch: AnyFetchRequest? { (self as? any FetchingRequest)?.fetchValues }
}

/// A store that a request can be sent to; only NSPersistentStore conforms.
package protocol RequestedStore: AnyObject {}

/// A request to persistent stores: the base class of all requests.
open class NSPersistentStoreRequest: NSObject, NSCopying {
    /// The stores to send the request to; nil for all stores that have the entity.
    ///
    /// Programs see them as `affectedStores`, which the layer of the stores declares.
    package var addressedStores: [any RequestedStore]? {
        get { ownStores }
        set { ownStores = newValue }
    }
    private var ownStores: [any RequestedStore]?

    /// Makes a request to all stores that have the entity.
    public override init() {}

    /// The kind of this request.
    open var requestType: NSPersistentStoreRequestType {
        CoreDataException.internalInconsistency(
            "requestType must be overridden by the subclass \(type(of: self)) of NSPersistentStoreRequest"
        ).stop()
    }

    /// Makes an equal request that changes independently of this one.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreRequest()
        copy.addressedStores = addressedStores
        return copy
    }
}
