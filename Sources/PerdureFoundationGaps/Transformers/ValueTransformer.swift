// SPDX-License-Identifier: Apache-2.0
// Value transformers, which Foundation on Linux lacks. They convert the values of transformable attributes to stored bytes.
// ValueTransformer+Names.swift has the table of names, NSSecureUnarchiveFromDataTransformer.swift has the default transformer.

import CSwiftRuntime
import Foundation

/// Converts values to another form and, if possible, back.
///
/// A transformable attribute names its transformer in `valueTransformerName`. `transformedValue(_:)` returns the `Data` that
/// the store keeps. `reverseTransformedValue(_:)` returns the value again.
///
/// ```swift
/// final class ColorTransformer: ValueTransformer {
///     override class func allowsReverseTransformation() -> Bool { true }
///     override func transformedValue(_ value: Any?) -> Any? { (value as? Color)?.data }
///     override func reverseTransformedValue(_ value: Any?) -> Any? { (value as? Data).map(Color.init) }
/// }
/// ValueTransformer.setValueTransformer(ColorTransformer(), forName: NSValueTransformerName("Color"))
/// ```
///
/// ## Compatibility
/// Foundation on Linux has no such class; on Apple's systems it is Foundation's.
open class ValueTransformer: NSObject {
    /// Makes a transformer.
    public override init() { super.init() }

    /// Makes a transformer of a class that is known only at run time, with the class's `init()`.
    ///
    /// A required initializer is not used, because each subclass with an initializer of its own would have to repeat it. For a
    /// subclass without `init()` the process stops with a message, as on Apple's systems.
    package static func make(_ type: ValueTransformer.Type) -> ValueTransformer {
        // A class as a value is the address of its metadata. Its init() returns an object of the class.
        let made = perdure_make_object(unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self))
        return Unmanaged<ValueTransformer>.fromOpaque(made).takeRetainedValue()
    }

    /// The class of the results of `transformedValue(_:)`.
    open class func transformedValueClass() -> AnyClass { NSData.self }

    /// Whether `reverseTransformedValue(_:)` can be used; false unless overridden.
    open class func allowsReverseTransformation() -> Bool { false }

    /// The transformed form of a value; the value itself unless overridden.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The value for a transformed form; calls `transformedValue(_:)` unless overridden.
    open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

    /// The bytes that a store keeps for a value.
    ///
    /// The type is the attribute's class, when the default transformer needs it.
    package func data(of value: Any, as type: AnyClass?) -> Data? { transformedValue(value) as? Data }

    /// The value of a store's bytes; nil when the bytes cannot be converted back.
    package func value(of data: Data, as type: AnyClass?) -> Any? {
        Swift.type(of: self).allowsReverseTransformation() ? reverseTransformedValue(data) : nil
    }
}

/// The name of a value transformer.
///
/// ## Compatibility
/// Foundation on Linux has no such type.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as text.
    public let rawValue: String

    /// Makes a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The transformer for values that archive themselves.
    public static let secureUnarchiveFromDataTransformerName =
        NSValueTransformerName("NSSecureUnarchiveFromData")

    /// The opposite of a Boolean.
    public static let negateBooleanTransformerName = NSValueTransformerName("NSNegateBoolean")

    /// Whether there is no value.
    public static let isNilTransformerName = NSValueTransformerName("NSIsNil")

    /// Whether there is a value.
    public static let isNotNilTransformerName = NSValueTransformerName("NSIsNotNil")

    /// The transformer of archives without keys, which is not supported.
    @available(*, deprecated, message: "Use secureUnarchiveFromDataTransformerName.")
    public static let unarchiveFromDataTransformerName = NSValueTransformerName("NSUnarchiveFromData")

    /// The transformer of archives of any class; attributes that name it are read, but not saved.
    @available(*, deprecated, message: "Use secureUnarchiveFromDataTransformerName.")
    public static let keyedUnarchiveFromDataTransformerName =
        NSValueTransformerName("NSKeyedUnarchiveFromData")
}
