// SPDX-License-Identifier: Apache-2.0
// A property written by hand as generated code names it: by its key path, which knows type and setter.

import Foundation

extension KeyAccessor {
    /// Makes an accessor of a property that can be set.
    ///
    /// - Parameter path: the property's key path.
    public init<Root: NSManagedObject, Value>(_ path: ReferenceWritableKeyPath<Root, Value> & Sendable) {
        self.init(
            get: { Self.read($0, path) },
            set: { object, value in
                guard let root = object as? Root, let value = value as? Value else { return false }
                root[keyPath: path] = value
                return true
            })
    }

    /// Makes an accessor of a property that can only be read.
    ///
    /// - Parameter path: the property's key path.
    public init<Root: NSManagedObject, Value>(_ path: KeyPath<Root, Value> & Sendable) {
        self.init(get: { Self.read($0, path) })
    }

    /// An optional property's nil is nil, not a value that holds it.
    private static func read<Root: NSManagedObject, Value>(
        _ object: NSManagedObject, _ path: KeyPath<Root, Value>
    ) -> Any? {
        guard let root = object as? Root else { return nil }
        let value: Any = root[keyPath: path]
        if let optional = value as? any OptionalValue { return optional.wrapped }
        return value
    }
}

/// Tells optional values from others where their type is lost.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    var wrapped: Any? {
        guard case .some(let value) = self else { return nil }
        return (value as? any OptionalValue).map(\.wrapped) ?? value
    }
}
