// SPDX-License-Identifier: Apache-2.0
// Accessors of hand-written properties from key paths. Generated code uses key paths, because a key path knows the type and the
// setter.

import Foundation
import PerdureFoundationGaps

extension KeyAccessor {
    /// Makes an accessor of a property that can be set.
    ///
    /// - Parameter path: the property's key path.
    public init<Root: NSManagedObject, Value>(_ path: ReferenceWritableKeyPath<Root, Value> & Sendable) {
        self.init(
            get: { Self.read($0, path) },
            set: { object, value in
                guard let root = object as? Root, let value = TypedValue<Value>.converted(value) else {
                    return false
                }
                root[keyPath: path] = value
                return true
            })
    }

    /// Makes an accessor of a read-only property.
    ///
    /// - Parameter path: the property's key path.
    public init<Root: NSManagedObject, Value>(_ path: KeyPath<Root, Value> & Sendable) {
        self.init(get: { Self.read($0, path) })
    }

    private static func read<Root: NSManagedObject, Value>(
        _ object: NSManagedObject, _ path: KeyPath<Root, Value>
    ) -> Any? {
        (object as? Root).flatMap { AnyValue.unwrapped($0[keyPath: path]) }
    }
}
