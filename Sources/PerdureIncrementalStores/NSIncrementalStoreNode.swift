// SPDX-License-Identifier: Apache-2.0
// The values of one object of an incremental store. NSIncrementalStore.swift has the store.

import Foundation
import Perdure
import PerdureBase
import PerdureModel

/// The values of one object of an `NSIncrementalStore`, by property name.
///
/// Attributes are plain values. A to-one relationship is the `NSManagedObjectID` of its destination, or `NSNull`; a to-many
/// relationship is an array or a set of IDs. An attribute that is missing is nil; a relationship that is missing is asked for
/// with `newValue(forRelationship:forObjectWith:with:)`. Names that the entity does not have are dropped.
open class NSIncrementalStoreNode: NSObject, @unchecked Sendable {
    // Sendable because a lock guards what changes.

    private let id: NSManagedObjectID
    private let content: Lock<(values: [String: Any], version: UInt64)>

    /// Makes a node.
    ///
    /// - Parameters:
    ///   - objectID: the object's ID.
    ///   - values: the values by property name.
    ///   - version: a number that grows with each change of the object; saves compare it to find conflicts.
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
        id = objectID
        content = Lock((Self.known(values, objectID), version))
    }

    /// Replaces the values and the version, after the object was saved or loaded anew.
    ///
    /// Values that are not named stay as they are.
    ///
    /// - Parameters:
    ///   - values: the new values by property name.
    ///   - version: the new version.
    open func update(withValues values: [String: Any], version: UInt64) {
        let known = Self.known(values, id)
        content.withLock { $0 = ($0.values.merging(known) { $1 }, version) }
    }

    /// The ID of the object.
    open var objectID: NSManagedObjectID { id }

    /// The version of the values.
    open var version: UInt64 { content.withLock { $0.version } }

    /// The value of a property, as it was given; nil when there is none.
    ///
    /// - Parameter prop: a property of the object's entity.
    /// - Returns: the value.
    open func value(for prop: NSPropertyDescription) -> Any? { content.withLock { $0.values[prop.name] } }

    private static func known(_ values: [String: Any], _ id: NSManagedObjectID) -> [String: Any] {
        let properties = id.entity.propertiesByName
        return values.filter { properties[$0.key] != nil }
    }
}
