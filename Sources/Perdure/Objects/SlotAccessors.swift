// SPDX-License-Identifier: Apache-2.0
// Typed entry points for generated code, by slot number. Concrete, not generic: a read is a test and a load.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// The slot of a property in an entity's objects: generated code asks once and keeps the number.
    public final func _slot(of key: String) -> Int {
        guard let slot = binding.layout.slots[key] else { undefinedKey(key, "slot").stop() }
        return slot
    }

    @inline(__always)
    final func loaded(_ slot: Int) -> SlotValue {
        if slots.isFault { fireFault() }
        return slots[slot]
    }

    /// Reads a string attribute.
    public final func _string(at slot: Int) -> String? {
        if case .string(let value) = loaded(slot) { return value }
        return nil
    }

    /// Sets a string attribute.
    public final func _setString(_ value: String?, at slot: Int) {
        setAttribute(value.map { .string($0) } ?? .null, at: slot)
    }

    /// Reads an integer attribute of any size.
    public final func _integer(at slot: Int) -> Int64? {
        if case .integer(let value) = loaded(slot) { return value }
        return nil
    }

    /// Sets an integer attribute of any size.
    public final func _setInteger(_ value: Int64?, at slot: Int) {
        setAttribute(value.map { .integer($0) } ?? .null, at: slot)
    }

    /// Reads an integer attribute; nil is 0.
    public final func _int64(at slot: Int) -> Int64 {
        if case .integer(let value) = loaded(slot) { return value }
        return 0
    }

    /// Reads a 32-bit integer attribute; nil is 0.
    public final func _int32(at slot: Int) -> Int32 { Int32(truncatingIfNeeded: _int64(at: slot)) }

    /// Reads a 16-bit integer attribute; nil is 0.
    public final func _int16(at slot: Int) -> Int16 { Int16(truncatingIfNeeded: _int64(at: slot)) }

    /// Sets an integer attribute.
    public final func _setInt64(_ value: Int64, at slot: Int) { setAttribute(.integer(value), at: slot) }

    /// Reads a Boolean attribute; nil is false.
    public final func _bool(at slot: Int) -> Bool { _int64(at: slot) != 0 }

    /// Sets a Boolean attribute.
    public final func _setBool(_ value: Bool, at slot: Int) {
        setAttribute(.integer(value ? 1 : 0), at: slot)
    }

    /// Reads a floating-point attribute; nil is 0.
    public final func _double(at slot: Int) -> Double {
        if case .double(let value) = loaded(slot) { return value }
        return 0
    }

    /// Sets a floating-point attribute.
    public final func _setDouble(_ value: Double, at slot: Int) { setAttribute(.double(value), at: slot) }

    /// Reads a date attribute.
    public final func _date(at slot: Int) -> Date? {
        if case .date(let value) = loaded(slot) { return Date(timeIntervalSinceReferenceDate: value) }
        return nil
    }

    /// Sets a date attribute.
    public final func _setDate(_ value: Date?, at slot: Int) {
        setAttribute(value.map { .date($0.timeIntervalSinceReferenceDate) } ?? .null, at: slot)
    }

    /// Reads a binary attribute.
    public final func _data(at slot: Int) -> Data? {
        if case .data(let value) = loaded(slot) { return value }
        return nil
    }

    /// Sets a binary attribute.
    public final func _setData(_ value: Data?, at slot: Int) {
        setAttribute(value.map { .data($0) } ?? .null, at: slot)
    }

    /// Reads a UUID attribute.
    public final func _uuid(at slot: Int) -> UUID? {
        if case .uuid(let value) = loaded(slot) { return value }
        return nil
    }

    /// Sets a UUID attribute.
    public final func _setUUID(_ value: UUID?, at slot: Int) {
        setAttribute(value.map { .uuid($0) } ?? .null, at: slot)
    }

    /// Reads a decimal attribute.
    public final func _decimal(at slot: Int) -> NSDecimalNumber? {
        if case .decimal(let value) = loaded(slot) { return NSDecimalNumber(decimal: value.value) }
        return nil
    }

    /// Sets a decimal attribute.
    public final func _setDecimal(_ value: NSDecimalNumber?, at slot: Int) {
        setAttribute(value.map { .decimal(DecimalBox($0.decimalValue)) } ?? .null, at: slot)
    }

    /// Reads the destination of a to-one relationship.
    public final func _toOne(at slot: Int) -> NSManagedObject? {
        if slots.isFault { fireFault() }
        return toOne(at: slot)
    }

    /// Sets the destination of a to-one relationship; the inverse follows.
    public final func _setToOne(_ value: NSManagedObject?, at slot: Int) { setToOne(value, at: slot) }

    /// Reads the members of a to-many relationship.
    public final func _toMany(at slot: Int) -> Set<NSManagedObject> {
        if slots.isFault { fireFault() }
        return slots.isFault ? [] : loadedToMany(at: slot).members
    }

    /// Reads the members of an ordered relationship in their order.
    public final func _orderedToMany(at slot: Int) -> [NSManagedObject] {
        if slots.isFault { fireFault() }
        return slots.isFault ? [] : loadedToMany(at: slot).list
    }

    /// Replaces the members of a to-many relationship; the inverses follow.
    public final func _setToMany(_ value: [NSManagedObject], at slot: Int) {
        replaceMembers(at: slot, with: value)
    }

    /// Adds members to a to-many relationship; the inverses follow.
    public final func _add(_ objects: [NSManagedObject], at slot: Int) {
        changeMembers(at: slot, add: objects, remove: [])
    }

    /// Removes members from a to-many relationship; the inverses follow.
    public final func _remove(_ objects: [NSManagedObject], at slot: Int) {
        changeMembers(at: slot, add: [], remove: objects)
    }

    /// Reads an attribute of any other type.
    public final func _value(at slot: Int) -> Any? {
        if slots.isFault { fireFault() }
        return value(of: binding.slotProperties[slot])
    }
}
