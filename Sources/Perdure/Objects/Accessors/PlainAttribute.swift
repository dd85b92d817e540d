// SPDX-License-Identifier: Apache-2.0
// Swift types that map directly to an attribute type. The entry points of SlotAccessors.swift read and write their slots. Raw
// values of enumerations use the same path.

import Foundation

/// A value that one attribute type holds without conversion.
///
/// An unsigned 64-bit integer is stored with the bits of an Integer 64. Large numbers therefore compare as negative in stores.
public protocol _PlainAttribute {
    /// The attribute's type.
    static var _attributeType: NSAttributeType { get }

    /// Reads an attribute.
    static func _read(_ object: NSManagedObject, at slot: Int) -> Self?

    /// Sets an attribute, tracked.
    static func _write(_ value: Self?, _ object: NSManagedObject, at slot: Int)

    /// The value of this type in an object of key-value coding; nil for another class.
    static func _value(of object: Any) -> Self?

    /// The value in the form of key-value coding.
    var _object: Any { get }
}

extension _PlainAttribute {
    /// The value of this type in an object of key-value coding; nil for another class.
    public static func _value(of object: Any) -> Self? { object as? Self }

    /// The value itself.
    public var _object: Any { self }
}

/// An integer that an attribute holds.
public protocol _IntegerAttribute: _PlainAttribute, FixedWidthInteger {}

extension _IntegerAttribute {
    /// The smallest attribute type that holds all values; a `UInt64` has none, so it uses Integer 64.
    public static var _attributeType: NSAttributeType {
        switch (bitWidth, isSigned) {
        case (8, _), (16, true): .integer16AttributeType
        case (16, false), (32, true): .integer32AttributeType
        default: .integer64AttributeType
        }
    }

    /// Reads an integer; nil also when the type cannot hold the number.
    public static func _read(_ object: NSManagedObject, at slot: Int) -> Self? {
        object._integer(at: slot).flatMap(stored)
    }

    /// Sets an integer.
    public static func _write(_ value: Self?, _ object: NSManagedObject, at slot: Int) {
        object._setInteger(value.map { Int64(truncatingIfNeeded: $0) }, at: slot)
    }

    /// The integer of a number.
    public static func _value(of object: Any) -> Self? {
        (object as? NSNumber).flatMap { stored($0.int64Value) }
    }

    /// The number.
    public var _object: Any { NSNumber(value: Int64(truncatingIfNeeded: self)) }

    private static func stored(_ number: Int64) -> Self? {
        bitWidth == 64 ? Self(truncatingIfNeeded: number) : Self(exactly: number)
    }
}

extension Int: _IntegerAttribute {}
extension Int8: _IntegerAttribute {}
extension Int16: _IntegerAttribute {}
extension Int32: _IntegerAttribute {}
extension Int64: _IntegerAttribute {}
extension UInt: _IntegerAttribute {}
extension UInt8: _IntegerAttribute {}
extension UInt16: _IntegerAttribute {}
extension UInt32: _IntegerAttribute {}
extension UInt64: _IntegerAttribute {}

extension Bool: _PlainAttribute {
    /// The attribute's type.
    public static var _attributeType: NSAttributeType { .booleanAttributeType }
    /// Reads an attribute.
    public static func _read(_ object: NSManagedObject, at slot: Int) -> Bool? {
        object._optionalBool(at: slot)
    }
    /// Sets an attribute, tracked.
    public static func _write(_ value: Bool?, _ object: NSManagedObject, at slot: Int) {
        object._setOptionalBool(value, at: slot)
    }
    /// The value in an object of key-value coding.
    public static func _value(of object: Any) -> Bool? { (object as? NSNumber)?.boolValue }
    /// The value in the form of key-value coding.
    public var _object: Any { NSNumber(value: self) }
}

extension Double: _PlainAttribute {
    /// The attribute's type.
    public static var _attributeType: NSAttributeType { .doubleAttributeType }
    /// Reads an attribute.
    public static func _read(_ object: NSManagedObject, at slot: Int) -> Double? {
        object._optionalDouble(at: slot)
    }
    /// Sets an attribute, tracked.
    public static func _write(_ value: Double?, _ object: NSManagedObject, at slot: Int) {
        object._setOptionalDouble(value, at: slot)
    }
    /// The value in an object of key-value coding.
    public static func _value(of object: Any) -> Double? { (object as? NSNumber)?.doubleValue }
    /// The value in the form of key-value coding.
    public var _object: Any { NSNumber(value: self) }
}

extension Float: _PlainAttribute {
    /// The attribute's type.
    public static var _attributeType: NSAttributeType { .floatAttributeType }
    /// Reads an attribute.
    public static func _read(_ object: NSManagedObject, at slot: Int) -> Float? {
        object._optionalFloat(at: slot)
    }
    /// Sets an attribute, tracked.
    public static func _write(_ value: Float?, _ object: NSManagedObject, at slot: Int) {
        object._setOptionalDouble(value.map { Double($0) }, at: slot)
    }
    /// The value in an object of key-value coding.
    public static func _value(of object: Any) -> Float? { (object as? NSNumber)?.floatValue }
    /// The value in the form of key-value coding.
    public var _object: Any { NSNumber(value: self) }
}
