// SPDX-License-Identifier: Apache-2.0
// One object of an atomic store. NSAtomicStore.swift holds the nodes.

import Foundation

/// One object of an atomic store: its ID, and the values of its properties by name.
///
/// Attributes are plain values, to-one relationships are nodes, to-many relationships are sets of nodes, and ordered
/// relationships are `NSOrderedSet`s of nodes. An ID is accepted instead of a node.
open class NSAtomicStoreCacheNode: NSObject {
    /// The identity of the object; permanent.
    public final let objectID: NSManagedObjectID

    /// The values by property name; nil before the first value is set.
    open var propertyCache: NSMutableDictionary?

    /// Makes a node without values.
    ///
    /// - Parameter moid: the object's ID; for a new object, the permanent ID that the save will assign.
    public init(objectID moid: NSManagedObjectID) {
        objectID = moid.permanent ?? moid
    }

    /// The value of a property; nil when there is none.
    open func value(forKey key: String) -> Any? {
        let value = propertyCache?[key]
        return value is NSNull ? nil : value
    }

    /// Sets the value of a property; nil removes it.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - key: the property's name.
    open func setValue(_ value: Any?, forKey key: String) {
        let cache = propertyCache ?? NSMutableDictionary()
        propertyCache = cache
        if let value { cache[key] = value } else { cache.removeObject(forKey: key) }
    }

    /// Forgets the nodes that the object's relationships lead to, when the store or the object is gone: nothing else breaks the
    /// circles of nodes that lead to each other.
    final func letGoOfNodes() {
        guard let propertyCache else { return }
        for name in objectID.entity.relationshipsByName.keys { propertyCache.removeObject(forKey: name) }
    }
}
