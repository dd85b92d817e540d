// SPDX-License-Identifier: Apache-2.0
// Swift types that an attribute type stands for directly, and how they are read from and written to slots by the
// entry points of SlotAccessors.swift. Raw values of enumerations go through the same.

import Foundation

/// A value that one attribute type holds as it is.
///
/// Unsigned 64-bit integers are stored with the same bits as Integer 64: large ones compare as negative in stores.
public protocol _PlainAttribute {
    /// The attribute's type.
    static var _attributeType: NSAttributeType { get }

    /// Reads an attribute.
    static func _read(_ object: NSManagedObject, at slot: Int) -> Self?

    /// Sets an attribute, tracked.
    static func _write(_ value: Self?, _ object: NSManagedObject, at slot: Int)

    /// The value behind what key-value coding gives; nil for another class.
    static func _value(of object: Any) -> Self?

    /// The value as key-value coding gives it.
    var _object: Any { get }
}

extension _PlainAttribute {
    /// The value behind what key-value coding gives.
    public static func _value(of object: Any) -> Self? { object as? Self }

    /// The value itself.
    public var _object: Any { self }
}

/// An integer that an attribute holds.
public protocol _IntegerAttribute: _PlainAttribute, FixedWidthInteger {}

extension _IntegerAttribute {
    /// The smallest integer type that holds all values, as far as there is one.
    public static var _attributeType: NSAttributeType {
        switch (bitWidth, isSigned) {
        case (8, _), (16, true): .integer16AttributeType
        case (16, false), (32, true): .integer32AttributeType
        default: .integer64AttributeType
        }
    }

    /// Reads an integer; nil also for one that the type cannot hold.
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
    /// The value behind what key-value coding gives.
    public static func _value(of object: Any) -> Bool? { (object as? NSNumber)?.boolValue }
    /// The value as key-value coding gives it.
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
    /// The value behind what key-value coding gives.
    public static func _value(of object: Any) -> Double? { (object as? NSNumber)?.doubleValue }
    /// The value as key-value coding gives it.
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
    /// The value behind what key-value coding gives.
    public static func _value(of object: Any) -> Float? { (object as? NSNumber)?.floatValue }
    /// The value as key-value coding gives it.
    public var _object: Any { NSNumber(value: self) }
}
