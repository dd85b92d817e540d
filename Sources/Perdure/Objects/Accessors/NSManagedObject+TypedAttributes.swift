// SPDX-License-Identifier: Apache-2.0
// Accessors of attributes whose type the macro does not know. The type checker chooses the overload, as in
// PropertyDeclaration+Attributes.swift. NSManagedObject+TypedReading.swift explains what nil means.

import Foundation

extension NSManagedObject {
    /// Reads an attribute of a plain type.
    public final func _attribute<T: _PlainAttribute>(at slot: Int, as type: T.Type) -> T? {
        T._read(self, at: slot)
    }

    /// Reads a decimal attribute.
    public final func _attribute<T: NSDecimalNumber>(at slot: Int, as type: T.Type) -> T? {
        _decimal(at: slot) as? T
    }

    /// Reads an attribute that holds raw values; nil also for a raw value that the type does not have.
    public final func _attribute<T: RawRepresentable>(at slot: Int, as type: T.Type) -> T?
    where T.RawValue: _PlainAttribute {
        T.RawValue._read(self, at: slot).flatMap(T.init)
    }

    /// Reads a collection of plain values.
    @_disfavoredOverload
    public final func _attribute<T: _ArchivableAttribute>(at slot: Int, as type: T.Type) -> T? {
        _value(at: slot) as? T
    }

    /// Reads a composite value.
    @_disfavoredOverload
    public final func _attribute<T: CompositeValue>(at slot: Int, as type: T.Type) -> T? {
        composite(_value(at: slot))
    }

    /// Reads a Codable value; nil also for bytes that do not decode to the type.
    @_disfavoredOverload
    public final func _attribute<T: Codable>(at slot: Int, as type: T.Type) -> T? {
        codable(_value(at: slot))
    }

    /// Reads a value of a class that archives itself.
    @_disfavoredOverload
    public final func _attribute<T: NSObject & NSSecureCoding>(at slot: Int, as type: T.Type) -> T? {
        _value(at: slot) as? T
    }

    /// Refuses a managed object, which an attribute cannot hold.
    @available(*, unavailable, message: "Mark a relationship with @Relationship.")
    public final func _attribute<T: NSManagedObject>(at slot: Int, as type: T.Type) -> T? { nil }

    /// Sets an attribute of a plain type.
    public final func _setAttribute<T: _PlainAttribute>(_ value: T?, at slot: Int) {
        T._write(value, self, at: slot)
    }

    /// Sets a decimal attribute.
    public final func _setAttribute<T: NSDecimalNumber>(_ value: T?, at slot: Int) {
        _setDecimal(value, at: slot)
    }

    /// Sets an attribute that holds raw values.
    public final func _setAttribute<T: RawRepresentable>(_ value: T?, at slot: Int)
    where T.RawValue: _PlainAttribute {
        T.RawValue._write(value?.rawValue, self, at: slot)
    }

    /// Sets a collection of plain values.
    @_disfavoredOverload
    public final func _setAttribute<T: _ArchivableAttribute>(_ value: T?, at slot: Int) {
        _setValue(value, at: slot)
    }

    /// Sets a composite value.
    @_disfavoredOverload
    public final func _setAttribute<T: CompositeValue>(_ value: T?, at slot: Int) {
        _setValue(dictionary(value), at: slot)
    }

    /// Sets a Codable value.
    @_disfavoredOverload
    public final func _setAttribute<T: Codable>(_ value: T?, at slot: Int) { _setValue(value, at: slot) }

    /// Sets a value of a class that archives itself.
    @_disfavoredOverload
    public final func _setAttribute<T: NSObject & NSSecureCoding>(_ value: T?, at slot: Int) {
        _setValue(value, at: slot)
    }

    /// Refuses a managed object, which an attribute cannot hold.
    @available(*, unavailable, message: "Mark a relationship with @Relationship.")
    public final func _setAttribute<T: NSManagedObject>(_ value: T?, at slot: Int) {}
}
