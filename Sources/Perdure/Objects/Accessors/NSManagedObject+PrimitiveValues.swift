// SPDX-License-Identifier: Apache-2.0
// Primitive values by name: read and written without announcement. NSManagedObject+KeyValueCoding.swift has the other values.

import Foundation
import PerdureBase

extension NSManagedObject {
    final func readPrimitive(_ key: String) -> Any? {
        if QueueCheck.isOn { checkQueue(of: key) }
        guard let property = binding.property(named: key) else {
            ExceptionTrap.raise(ObjectErrors.undefinedKey(key, of: self, call: "primitiveValueForKey:"))
            return nil
        }
        return slots.isFault ? nil : value(of: property)
    }

    final func writePrimitive(_ value: Any?, _ key: String) {
        if QueueCheck.isOn { checkQueue(of: key) }
        guard let property = binding.property(named: key) else {
            return ExceptionTrap.raise(
                ObjectErrors.undefinedKey(key, of: self, call: "setPrimitiveValue:forKey:"))
        }
        guard hasValues(for: property.slot) else { return }
        writePrimitive(value, to: property)
    }

    /// Writes a property without announcement; the object must not be a fault.
    final func writePrimitive(_ value: Any?, to property: SlotProperty) {
        guard let relationship = property.relationship else {
            if let slotValue = converted(value, property) { slots.write(slotValue, at: property.slot) }
            return
        }
        writePrimitive(value, property.slot, relationship)
    }

    private func writePrimitive(_ value: Any?, _ slot: Int, _ relationship: RelationshipBinding) {
        let given = AnyValue.unwrapped(value)
        if relationship.isToMany, let objects = Self.objects(in: given) {
            let many = loadedToMany(at: slot)
            var kept: Set<NSManagedObject> = []
            let unique = objects.filter { kept.insert($0).inserted }
            for object in many.list where !kept.contains(object) { many.remove(object) }
            for object in unique { many.insert(object) }
            if many.isOrdered { many.arrange(unique) }
            slots.markWritten(slot)
        } else if !relationship.isToMany, given == nil || given is NSManagedObject {
            slots.write((given as? NSManagedObject).map { .live($0) } ?? .null, at: slot)
        } else {
            ExceptionTrap.raise(
                ObjectErrors.unacceptableObject(given ?? NSNull(), relationship: relationship.description))
        }
    }
}
