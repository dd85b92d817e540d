// SPDX-License-Identifier: Apache-2.0
// Observing with a handler, by Swift key path or by name.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdurePredicates

/// Gives classes `observe(_:options:changeHandler:)`, typed with the class itself.
public protocol _KeyValueCodingAndObserving: NSObject {}

extension NSManagedObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: NSManagedObject {
    /// Calls a handler when a property changes, until the result is released or invalidated.
    ///
    /// ```swift
    /// let observation = movie.observe(\.title, options: [.old, .new]) { movie, change in
    ///     print(change.oldValue, change.newValue)
    /// }
    /// ```
    ///
    /// The handler is called within the change, on the queue of the object's context. It may change objects and end
    /// observations. The key path reads the values, and only if the options ask for them. Stops the process when no table
    /// names the key path; `Movie.key(for:)` throws then.
    ///
    /// - Parameters:
    ///   - keyPath: a property, also at the end of to-one relationships.
    ///   - options: what to tell, and when.
    ///   - changeHandler: called with the object and the change.
    /// - Returns: the observation, to be kept.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        do {
            let receiver = TypedReceiver(keyPath: keyPath, handler: changeHandler)
            return NSKeyValueObservation(try register(keyPath.propertyName(), options, receiver))
        } catch {
            ExceptionTrap.raise(error)
            return NSKeyValueObservation(nil)
        }
    }

    /// Calls a handler when a property changes, by the property's name.
    ///
    /// Values are those of `value(forKeyPath:)`; nil is NSNull.
    ///
    /// - Parameters:
    ///   - keyPath: a key, or to-one relationships and a key, from any source.
    ///   - options: what to tell, and when.
    ///   - changeHandler: called with the object and the change.
    /// - Returns: the observation, to be kept.
    /// - Throws: `CoreDataException` for an unknown key, and for a step through a to-many relationship.
    public func observe(
        _ keyPath: String, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Any>) -> Void
    ) throws -> NSKeyValueObservation {
        let receiver = NamedReceiver(keyPath: keyPath, handler: changeHandler)
        return NSKeyValueObservation(try register(keyPath, options, receiver))
    }
}
