// SPDX-License-Identifier: Apache-2.0
// Converts values of key-value coding to Swift types, for accessors, validators and observers.

import Foundation
import PerdureFoundationGaps

/// Converts values of key-value coding to a Swift type.
enum TypedValue<T> {
    /// The value in the type; nil when the value is of another type.
    static func converted(_ value: Any?) -> T? {
        guard let value = AnyValue.unwrapped(value), !(value is NSNull) else {
            return (T.self as? any ExpressibleByNilLiteral.Type).flatMap { none($0) as? T }
        }
        // A failed conversion is not cast further: nil would pass as a value of an optional type.
        if let plain = T.self as? any _PlainAttribute.Type {
            return plain._value(of: value).flatMap { $0 as? T }
        }
        if let value = value as? T { return value }
        let type = (T.self as? any OptionalType.Type)?.wrapped ?? T.self
        guard let type = type as? any RawRepresentable.Type, let found = raw(type, value) else { return nil }
        return found as? T
    }

    private static func none<N: ExpressibleByNilLiteral>(_: N.Type) -> N { nil }

    private static func raw<R: RawRepresentable>(_ type: R.Type, _ value: Any) -> R? {
        let raw = (R.RawValue.self as? any _PlainAttribute.Type)?._value(of: value)
        return (raw as? R.RawValue).flatMap { R(rawValue: $0) }
    }
}

/// The type inside an optional one.
private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
}
