// SPDX-License-Identifier: Apache-2.0
// Typed entry points for generated code, by the number that stands in it. Concrete, not generic: a read is a
// test and a load. Whoever is no plain object goes the long way, NSManagedObject+SpecialReading.swift.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// The slot of a property in an entity's objects: generated code asks once and keeps the number.
    public final func _slot(of key: String) -> Int {
        guard let slot = binding.layout.slots[key] else { undefinedKey(key, "slot").stop() }
        return slot
    }

    /// Sets an attribute, tracked.
    final func set(_ value: SlotValue, at number: Int) {
        if let slot = slot(writing: number) { setAttribute(value, at: slot) }
    }

    /// Reads a string attribute.
    public final func _string(at slot: Int) -> String? {
        if case .string(let value) = place(slot).value { return value }
        return nil
    }

    /// Sets a string attribute.
    public final func _setString(_ value: String?, at slot: Int) {
        set(value.map { .string($0) } ?? .null, at: slot)
    }

    /// Reads an integer attribute of any size.
    public final func _integer(at slot: Int) -> Int64? {
        if case .integer(let value) = place(slot).value { return value }
        return nil
    }

    /// Sets an integer attribute of any size.
    public final func _setInteger(_ value: Int64?, at slot: Int) {
        set(value.map { .integer($0) } ?? .null, at: slot)
    }

    /// Reads an integer attribute; nil is 0.
    public final func _int64(at slot: Int) -> Int64 {
        if case .integer(let value) = place(slot).value { return value }
        return 0
    }

    /// Reads a 32-bit integer attribute; nil is 0.
    public final func _int32(at slot: Int) -> Int32 { Int32(truncatingIfNeeded: _int64(at: slot)) }

    /// Reads a 16-bit integer attribute; nil is 0.
    public final func _int16(at slot: Int) -> Int16 { Int16(truncatingIfNeeded: _int64(at: slot)) }

    /// Sets an integer attribute.
    public final func _setInt64(_ value: Int64, at slot: Int) { set(.integer(value), at: slot) }

    /// Reads a Boolean attribute; nil is false.
    public final func _bool(at slot: Int) -> Bool { _int64(at: slot) != 0 }

    /// Sets a Boolean attribute.
    public final func _setBool(_ value: Bool, at slot: Int) {
        set(.integer(value ? 1 : 0), at: slot)
    }

    /// Reads a floating-point attribute; nil is 0.
    public final func _double(at slot: Int) -> Double {
        if case .double(let value) = place(slot).value { return value }
        return 0
    }

    /// Sets a floating-point attribute.
    public final func _setDouble(_ value: Double, at slot: Int) { set(.double(value), at: slot) }

    /// Reads a date attribute.
    public final func _date(at slot: Int) -> Date? {
        if case .date(let value) = place(slot).value { return Date(timeIntervalSinceReferenceDate: value) }
        return nil
    }

    /// Sets a date attribute.
    public final func _setDate(_ value: Date?, at slot: Int) {
        set(value.map { .date($0.timeIntervalSinceReferenceDate) } ?? .null, at: slot)
    }

    /// Reads a binary attribute.
    public final func _data(at slot: Int) -> Data? {
        if case .data(let value) = place(slot).value { return value }
        return nil
    }

    /// Sets a binary attribute.
    public final func _setData(_ value: Data?, at slot: Int) {
        set(value.map { .data($0) } ?? .null, at: slot)
    }

    /// Reads a UUID attribute.
    public final func _uuid(at slot: Int) -> UUID? {
        if case .uuid(let value) = place(slot).value { return value }
        return nil
    }

    /// Sets a UUID attribute.
    public final func _setUUID(_ value: UUID?, at slot: Int) {
        set(value.map { .uuid($0) } ?? .null, at: slot)
    }

    /// Reads a decimal attribute.
    public final func _decimal(at slot: Int) -> NSDecimalNumber? {
        if case .decimal(let value) = place(slot).value { return NSDecimalNumber(decimal: value.value) }
        return nil
    }

    /// Sets a decimal attribute.
    public final func _setDecimal(_ value: NSDecimalNumber?, at slot: Int) {
        set(value.map { .decimal(DecimalBox($0.decimalValue)) } ?? .null, at: slot)
    }

    /// Reads an attribute of any other type, or a relationship as programs see it.
    public final func _value(at slot: Int) -> Any? {
        guard let slot = self.slot(reading: slot) else { return nil }
        return value(of: binding.slotProperties[slot])
    }
}
