// SPDX-License-Identifier: Apache-2.0
// How one property of a migrated object gets its value.

import Foundation
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// How a migration sets one property of a destination object.
///
/// ```swift
/// let mapping = NSPropertyMapping()
/// mapping.name = "title"
/// mapping.valueExpression = NSExpression(format: "FUNCTION($source, \"valueForKey:\", \"name\")")
/// ```
open class NSPropertyMapping: NSObject, NSCopying {
    /// The name of the property in the destination entity.
    open var name: String?

    /// The expression that gives the value; nil leaves the property with its default.
    ///
    /// Its variables are `$manager`, `$source`, `$destination`, `$entityMapping`, `$propertyMapping` and `$entityPolicy`.
    open var valueExpression: NSExpression?

    /// What programs and tools note about the mapping.
    open var userInfo: [AnyHashable: Any]?

    /// Makes a mapping without a name.
    public override init() {}

    /// Makes an independent copy.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: A mapping with the same name, expression and user info.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPropertyMapping()
        copy.name = name
        copy.valueExpression = valueExpression
        copy.userInfo = userInfo
        return copy
    }
}
