// SPDX-License-Identifier: Apache-2.0
// Primitive values of attributes whose type the macro does not know. These are the overloads of
// NSManagedObject+TypedAttributes.swift without change notification and without marking the object dirty.

import Foundation

extension NSManagedObject {
    /// Reads an attribute of a plain type, without announcement.
    public final func _primitive<T: _PlainAttribute>(at slot: Int, as type: T.Type) -> T? {
        _primitiveValue(at: slot).flatMap { T._value(of: $0) }
    }

    /// Reads a decimal attribute, without announcement.
    public final func _primitive<T: NSDecimalNumber>(at slot: Int, as type: T.Type) -> T? {
        _primitiveValue(at: slot) as? T
    }

    /// Reads an attribute that holds raw values, without announcement.
    public final func _primitive<T: RawRepresentable>(at slot: Int, as type: T.Type) -> T?
    where T.RawValue: _PlainAttribute {
        _primitiveValue(at: slot).flatMap { T.RawValue._value(of: $0) }.flatMap(T.init)
    }

    /// Reads a collection of plain values, without announcement.
    @_disfavoredOverload
    public final func _primitive<T: _ArchivableAttribute>(at slot: Int, as type: T.Type) -> T? {
        _primitiveValue(at: slot) as? T
    }

    /// Reads a composite value, without announcement.
    @_disfavoredOverload
    public final func _primitive<T: CompositeValue>(at slot: Int, as type: T.Type) -> T? {
        composite(_primitiveValue(at: slot))
    }

    /// Reads a Codable value, without announcement.
    @_disfavoredOverload
    public final func _primitive<T: Codable>(at slot: Int, as type: T.Type) -> T? {
        codable(_primitiveValue(at: slot))
    }

    /// Reads a value of a class that archives itself, without announcement.
    @_disfavoredOverload
    public final func _primitive<T: NSObject & NSSecureCoding>(at slot: Int, as type: T.Type) -> T? {
        _primitiveValue(at: slot) as? T
    }

    /// Sets an attribute of a plain type, without announcement.
    public final func _setPrimitive<T: _PlainAttribute>(_ value: T?, at slot: Int) {
        _setPrimitiveValue(value?._object, at: slot)
    }

    /// Sets a decimal attribute, without announcement.
    public final func _setPrimitive<T: NSDecimalNumber>(_ value: T?, at slot: Int) {
        _setPrimitiveValue(value, at: slot)
    }

    /// Sets an attribute that holds raw values, without announcement.
    public final func _setPrimitive<T: RawRepresentable>(_ value: T?, at slot: Int)
    where T.RawValue: _PlainAttribute {
        _setPrimitiveValue(value?.rawValue._object, at: slot)
    }

    /// Sets a collection of plain values, without announcement.
    @_disfavoredOverload
    public final func _setPrimitive<T: _ArchivableAttribute>(_ value: T?, at slot: Int) {
        _setPrimitiveValue(value, at: slot)
    }

    /// Sets a composite value, without announcement.
    @_disfavoredOverload
    public final func _setPrimitive<T: CompositeValue>(_ value: T?, at slot: Int) {
        _setPrimitiveValue(dictionary(value), at: slot)
    }

    /// Sets a Codable value, without announcement.
    @_disfavoredOverload
    public final func _setPrimitive<T: Codable>(_ value: T?, at slot: Int) {
        _setPrimitiveValue(value, at: slot)
    }

    /// Sets a value of a class that archives itself, without announcement.
    @_disfavoredOverload
    public final func _setPrimitive<T: NSObject & NSSecureCoding>(_ value: T?, at slot: Int) {
        _setPrimitiveValue(value, at: slot)
    }
}
