// SPDX-License-Identifier: Apache-2.0
// Accessors of hand-written properties from closures. Macros use closures, because a key path to the property may not be
// Sendable.

import Foundation
import PerdureFoundationGaps

extension KeyAccessor {
    /// Makes an accessor.
    ///
    /// - Parameters:
    ///   - type: the class that has the property.
    ///   - get: reads the property.
    ///   - set: sets the property; nil for a read-only property.
    public init<Root: NSManagedObject, Value>(
        of type: Root.Type, get: @escaping @Sendable (Root) -> Value,
        set: (@Sendable (Root, Value) -> Void)? = nil
    ) {
        self.init(get: { Self.read($0, get) }, set: set.map(Self.setter))
    }

    private static func read<Root: NSManagedObject, Value>(
        _ object: NSManagedObject, _ get: (Root) -> Value
    ) -> Any? {
        guard let root = object as? Root else { return nil }
        return AnyValue.unwrapped(get(root))
    }

    private static func setter<Root: NSManagedObject, Value>(
        _ set: @escaping @Sendable (Root, Value) -> Void
    ) -> @Sendable (NSManagedObject, Any?) -> Bool {
        { object, value in
            guard let root = object as? Root, let value = TypedValue<Value>.converted(value) else {
                return false
            }
            set(root, value)
            return true
        }
    }
}
