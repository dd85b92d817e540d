// SPDX-License-Identifier: Apache-2.0
// Typed entry points for generated code, by slot number. They are concrete, not generic: a read is a test and a load.
// Special objects and faults take the slow path in NSManagedObject+SpecialReading.swift.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// The slot of a property; generated code asks once and keeps the number.
    public final func _slot(of key: String) -> Int {
        guard let slot = binding.layout.slots[key] else { undefinedKey(key, "slot").stop() }
        return slot
    }

    /// Reads a string attribute.
    public final func _string(at slot: Int) -> String? {
        switch slotAddress(slot).value {
        case .stored(.string(let value)): value
        case .stored(.null): nil
        default: other(slot, as: String.self)
        }
    }

    /// Sets a string attribute.
    public final func _setString(_ value: String?, at slot: Int) {
        set(value.map { .string($0) } ?? .null, .string, at: slot)
    }

    /// Reads an integer attribute of any size.
    public final func _integer(at slot: Int) -> Int64? { integer(slot) }

    @inline(__always)
    private func integer(_ number: Int) -> Int64? {
        switch slotAddress(number).value {
        case .stored(.integer(let value)): value
        case .stored(.null): nil
        default: otherInteger(number)
        }
    }

    /// Sets an integer attribute of any size.
    public final func _setInteger(_ value: Int64?, at slot: Int) {
        set(value.map { .integer($0) } ?? .null, .integer, at: slot)
    }

    /// Reads an integer attribute; nil is 0.
    public final func _int64(at slot: Int) -> Int64 { integer(slot) ?? 0 }

    /// Reads a 32-bit integer attribute; nil is 0.
    public final func _int32(at slot: Int) -> Int32 { Int32(truncatingIfNeeded: integer(slot) ?? 0) }

    /// Reads a 16-bit integer attribute; nil is 0.
    public final func _int16(at slot: Int) -> Int16 { Int16(truncatingIfNeeded: integer(slot) ?? 0) }

    /// Sets an integer attribute.
    public final func _setInt64(_ value: Int64, at slot: Int) { set(.integer(value), .integer, at: slot) }

    /// Reads a Boolean attribute; nil is false.
    public final func _bool(at slot: Int) -> Bool { integer(slot) ?? 0 != 0 }

    /// Sets a Boolean attribute.
    public final func _setBool(_ value: Bool, at slot: Int) {
        set(.integer(value ? 1 : 0), .integer, at: slot)
    }

    /// Reads a floating-point attribute; nil is 0.
    public final func _double(at slot: Int) -> Double { double(slot) ?? 0 }

    @inline(__always)
    final func double(_ number: Int) -> Double? {
        switch slotAddress(number).value {
        case .stored(.double(let value)): value
        case .stored(.null): nil
        default: otherDouble(number)
        }
    }

    /// Sets a floating-point attribute.
    public final func _setDouble(_ value: Double, at slot: Int) { set(.double(value), .double, at: slot) }

    /// Reads a date attribute.
    public final func _date(at slot: Int) -> Date? {
        switch slotAddress(slot).value {
        case .stored(.date(let value)): Date(timeIntervalSinceReferenceDate: value)
        case .stored(.null): nil
        default: other(slot, as: Date.self)
        }
    }

    /// Sets a date attribute.
    public final func _setDate(_ value: Date?, at slot: Int) {
        set(value.map { .date($0.timeIntervalSinceReferenceDate) } ?? .null, .date, at: slot)
    }

    /// Reads a binary attribute.
    public final func _data(at slot: Int) -> Data? {
        switch slotAddress(slot).value {
        case .stored(.data(let value)): value
        case .stored(.null): nil
        default: other(slot, as: Data.self)
        }
    }

    /// Sets a binary attribute.
    public final func _setData(_ value: Data?, at slot: Int) {
        set(value.map { .data($0) } ?? .null, .data, at: slot)
    }

    /// Reads a UUID attribute.
    public final func _uuid(at slot: Int) -> UUID? {
        switch slotAddress(slot).value {
        case .stored(.uuid(let value)): value
        case .stored(.null): nil
        default: other(slot, as: UUID.self)
        }
    }

    /// Sets a UUID attribute.
    public final func _setUUID(_ value: UUID?, at slot: Int) {
        set(value.map { .uuid($0) } ?? .null, .uuid, at: slot)
    }

    /// Reads a decimal attribute.
    public final func _decimal(at slot: Int) -> NSDecimalNumber? {
        switch slotAddress(slot).value {
        case .stored(.decimal(let value)): NSDecimalNumber(decimal: value.value)
        case .stored(.null): nil
        default: other(slot, as: NSNumber.self).map { NSDecimalNumber(decimal: $0.decimalValue) }
        }
    }

    /// Sets a decimal attribute.
    public final func _setDecimal(_ value: NSDecimalNumber?, at slot: Int) {
        set(value.map { .decimal(DecimalBox($0.decimalValue)) } ?? .null, .decimal, at: slot)
    }

    /// Reads an attribute of any other type, or a relationship as programs see it.
    public final func _value(at slot: Int) -> Any? {
        guard let slot = self.slot(reading: slot) else { return nil }
        return value(of: binding.slotProperties[slot])
    }
}
