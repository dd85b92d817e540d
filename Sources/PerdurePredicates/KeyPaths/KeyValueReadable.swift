// SPDX-License-Identifier: Apache-2.0
// How objects offer their keys to predicates: managed objects, and the row readers of engines.
// KeyPathReader.swift follows key paths through them and through plain collections.

import Foundation

/// Something whose properties can be read by name.
package protocol KeyValueReadable: AnyObject {
    /// Reads one property; to-many values are arrays or sets.
    ///
    /// - Parameter key: A property's name.
    /// - Returns: The value, nil for nil.
    /// - Throws: CoreDataException for a key that the object does not have; what a fault reports.
    func readValue(forKey key: String) throws -> Any?
}

/// Something that FUNCTION expressions may call by the names of selectors.
package protocol FunctionReceiving: AnyObject {
    /// Calls a function.
    ///
    /// - Parameters:
    ///   - name: The selector as the expression writes it.
    ///   - arguments: The values of the other arguments, nil for nil.
    /// - Returns: The result, nil for nil.
    /// - Throws: CoreDataException for a name that the receiver does not know; what the function throws.
    func receive(_ name: String, arguments: [Any?]) throws -> Any?
}

/// Something that stands for a stored object, so that it equals a reference to it.
package protocol StoredReferenceReadable {
    /// The object as stores know it; nil while it was never saved.
    var storedReference: StoredReference? { get }
}

/// An object with an identity that is compared instead of it: a managed object equals its ID.
package protocol IdentityReadable {
    /// The object that is compared in this object's place.
    var identity: NSObject { get }

    /// Whether the identity may become another one, as a temporary ID does.
    var mayChangeIdentity: Bool { get }
}

/// An object whose model knows where key paths lead, even where they lead to no object.
package protocol ModelReadable: KeyValueReadable {
    /// Whether a key path that starts at this object ends in a collection of an object.
    ///
    /// - Parameter keys: Relationships, and a last key of any kind.
    /// - Returns: Whether the last key alone has many values; nil for a path that the model does not know.
    func leadsToCollection(_ keys: ArraySlice<String>) -> Bool?
}
