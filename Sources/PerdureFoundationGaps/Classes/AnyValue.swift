// SPDX-License-Identifier: Apache-2.0
// Values of any type, whose optionals cannot be seen: an optional inside of an Any is a value itself.

/// What an Any holds.
package enum AnyValue {
    /// Takes away the optionals that a value may be wrapped in.
    package static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        guard let nested = value as? any OptionalValue else { return value }
        return unwrapped(nested.anyValue)
    }
}

/// Tells an optional inside an Any from other values.
private protocol OptionalValue {
    var anyValue: Any? { get }
}

extension Optional: OptionalValue {
    package var anyValue: Any? { self }
}
