// SPDX-License-Identifier: Apache-2.0
// Optionals and arrays, asked for what is inside without knowing its type.

/// Tells the type inside an optional.
protocol OptionalValue {
    static var wrappedType: any Any.Type { get }
    var content: Any? { get }
}

extension Optional: OptionalValue {
    static var wrappedType: any Any.Type { Wrapped.self }
    var content: Any? { self }
}

/// Tells the element of an array.
protocol ArrayValue {
    static var elementType: any Any.Type { get }
}

extension Array: ArrayValue {
    static var elementType: any Any.Type { Element.self }
}
