// SPDX-License-Identifier: Apache-2.0
// Key-value coding by accessors written by hand. A key without one, which is nearly every key, costs a look at a
// flag; its property is read in NSManagedObject+KeyValueCoding.swift.

import Foundation
import PerdurePredicates

extension NSManagedObject {
    /// What generated code says about the object's class, which nearly always is that of its entity.
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
    /// - Returns: whether that is all: false where the modeled property of the key shall take the value, because the
    ///   accessor can only be read, or does not take nil or a value of this type.
    final func write(_ value: Any?, _ key: String, by accessor: KeyAccessor) -> Bool {
        let given = AttributeCoding.unwrapped(value)
        let isModeled = binding.layout.slots[key] != nil
        guard let set = accessor.set else {
            if !isModeled { setValue(value, forUndefinedKey: key) }
            return !isModeled
        }
        if set(self, given) { return true }
        // A number of one type fits an accessor of another.
        if let number = given as? NSNumber, type(of: given as Any) != type(of: number), set(self, number) {
            return true
        }
        if !isModeled { ExceptionTrap.raise(ObjectErrors.refusedByAccessor(given, key: key, of: self)) }
        return !isModeled
    }
}

extension KeyAccessor {
    /// Reads the property as key-value coding shows values: numbers are NSNumber, sets NSSet.
    func value(of object: NSManagedObject) -> Any? {
        guard let value = AttributeCoding.unwrapped(get(object)) else { return nil }
        if type(of: value) is AnyClass { return value }
        if let number = value as? NSNumber { return number }
        if let members = value as? Set<NSManagedObject> { return NSSet(set: members) }
        return value
    }
}
