// SPDX-License-Identifier: Apache-2.0
// Typed entry points for generated code whose values may be nil, and for the classes that stand for numbers.
// Part of SlotAccessors.swift.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// Reads a 64-bit integer attribute that may be nil.
    public final func _optionalInt64(at slot: Int) -> Int64? { _integer(at: slot) }

    /// Reads a 32-bit integer attribute that may be nil.
    public final func _optionalInt32(at slot: Int) -> Int32? {
        _integer(at: slot).map { Int32(truncatingIfNeeded: $0) }
    }

    /// Reads a 16-bit integer attribute that may be nil.
    public final func _optionalInt16(at slot: Int) -> Int16? {
        _integer(at: slot).map { Int16(truncatingIfNeeded: $0) }
    }

    /// Reads a Boolean attribute that may be nil.
    public final func _optionalBool(at slot: Int) -> Bool? { _integer(at: slot).map { $0 != 0 } }

    /// Sets a Boolean attribute.
    public final func _setOptionalBool(_ value: Bool?, at slot: Int) {
        _setInteger(value.map { $0 ? 1 : 0 }, at: slot)
    }

    /// Reads a floating-point attribute that may be nil.
    public final func _optionalDouble(at slot: Int) -> Double? { double(slot) }

    /// Sets a floating-point attribute.
    public final func _setOptionalDouble(_ value: Double?, at slot: Int) {
        set(value.map { .double($0) } ?? .null, .double, at: slot)
    }

    /// Reads a single-precision attribute; nil is 0.
    public final func _float(at slot: Int) -> Float { Float(_double(at: slot)) }

    /// Reads a single-precision attribute that may be nil.
    public final func _optionalFloat(at slot: Int) -> Float? { _optionalDouble(at: slot).map { Float($0) } }

    /// Reads a number of any kind as an object.
    public final func _number(at slot: Int) -> NSNumber? { _value(at: slot) as? NSNumber }

    /// Sets a number of any kind from an object.
    public final func _setNumber(_ value: NSNumber?, at slot: Int) { _setValue(value, at: slot) }

    /// Reads a URI attribute.
    public final func _url(at slot: Int) -> URL? { _string(at: slot).flatMap { URL(string: $0) } }

    /// Sets a URI attribute.
    public final func _setURL(_ value: URL?, at slot: Int) { _setString(value?.absoluteString, at: slot) }

    /// Sets an attribute of any other type, or a relationship from a collection.
    public final func _setValue(_ value: Any?, at slot: Int) {
        if let slot = self.slot(writing: slot) { writeProperty(value, at: slot) }
    }
}
