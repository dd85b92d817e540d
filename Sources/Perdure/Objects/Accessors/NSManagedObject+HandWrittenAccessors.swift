// SPDX-License-Identifier: Apache-2.0
// Key-value coding through hand-written accessors. Nearly every key has none, and then the cost is the test of one flag.
// NSManagedObject+KeyValueCoding.swift reads the property in that case.

import Foundation
import PerdureBase
import PerdureFoundationGaps

extension NSManagedObject {
    /// The tables of the object's class, which is nearly always the class of its entity.
    @inline(__always)
    final var tables: ClassTables {
        type(of: self) == binding.objectClass ? binding.tables : ClassTables.of(type(of: self))
    }

    /// The hand-written accessor for a key.
    @inline(__always)
    final func handWrittenAccessor(_ key: String) -> KeyAccessor? {
        tables.hasAccessors ? listedAccessor(key) : nil
    }

    @inline(never)
    private func listedAccessor(_ key: String) -> KeyAccessor? {
        tables.accessors.accessor(forKey: key, isModeled: binding.layout.slots[key] != nil)
    }

    /// Sets a property through a hand-written accessor.
    ///
    /// - Returns: whether the accessor took the value. False means that the modeled property of the key must take it, because
    ///   the accessor is read-only or does not accept nil or a value of this type.
    final func write(_ value: Any?, _ key: String, by accessor: KeyAccessor) -> Bool {
        let given = AnyValue.unwrapped(value)
        let isModeled = binding.layout.slots[key] != nil
        guard let set = accessor.set else {
            if !isModeled { setValue(value, forUndefinedKey: key) }
            return !isModeled
        }
        if set(self, given) { return true }
        // A number of one type fits an accessor of another number type.
        if let number = given as? NSNumber, type(of: given as Any) != type(of: number), set(self, number) {
            return true
        }
        if !isModeled { ExceptionTrap.raise(ObjectErrors.refusedByAccessor(given, key: key, of: self)) }
        return !isModeled
    }
}

extension KeyAccessor {
    /// Reads the property in the form of key-value coding: a number becomes an NSNumber, a set an NSSet.
    func value(of object: NSManagedObject) -> Any? {
        guard let value = AnyValue.unwrapped(get(object)) else { return nil }
        if type(of: value) is AnyClass { return value }
        if let number = value as? NSNumber { return number }
        if let members = value as? Set<NSManagedObject> { return NSSet(set: members) }
        return value
    }
}
