// SPDX-License-Identifier: Apache-2.0
// Reads relationships. The slot keeps a destination once it is resolved. RelationshipMaintenance.swift changes
// relationships.

import Foundation
import PerdureStore

extension NSManagedObject {
    /// Whether a relationship has a destination or members.
    package final func hasMembers(of property: SlotProperty) -> Bool {
        switch slots[property.slot] {
        case .stored(let value): !value.isNull
        case .live(let value): value.asMembers?.hasChanges ?? true
        }
    }

    /// The destination of a to-one relationship, resolved; announces nothing.
    final func toOne(at slot: Int) -> NSManagedObject? {
        switch slots[slot] {
        case .live(let value): return value.asDestination
        case .stored(.reference(let key)):
            guard let object = link?.sink?.object(for: key, relatedTo: self) else { return nil }
            slots[slot] = .live(object)
            return object
        case .stored: return nil
        }
    }

    /// The value of a to-many relationship, which may not be loaded.
    final func toMany(at slot: Int) -> ToManyValue {
        if let known = slots[slot].members { return known }
        let property = binding.slotProperties[slot]
        let isOrdered = property.relationship?.isOrdered ?? false
        // A transient relationship has no snapshot, so there is nothing to load.
        let isEmpty = slots.row == nil || property.isTransient
        let value: ToManyValue = isEmpty ? .empty(isOrdered: isOrdered) : .unloaded(isOrdered: isOrdered)
        slots[slot] = .live(value)
        return value
    }

    /// The value of a to-many relationship; nil before anyone has read or changed it.
    final func knownMembers(at slot: Int) -> ToManyValue? { slots[slot].members }

    /// The value of a to-many relationship with its members.
    final func loadedToMany(at slot: Int) -> ToManyValue {
        let value = toMany(at: slot)
        guard !value.isLoaded, let relationship = binding.slotProperties[slot].relationship else {
            return value
        }
        do {
            value.load(try link?.sink?.members(of: relationship.description, for: self) ?? [])
        } catch {
            report(unreadable: error, reading: binding.names[slot])
            // The program's decision may have given the object other values.
            return toMany(at: slot)
        }
        return value
    }

    /// The members as the collection that programs see.
    final func collection(_ value: ToManyValue) -> Any { value.collection }

    /// The objects of a program's collection for a to-many relationship; nil for any other value.
    package static func objects(in value: Any?) -> [NSManagedObject]? {
        switch value {
        case nil: []
        case let objects as [NSManagedObject]: objects
        case let objects as Set<NSManagedObject>: Array(objects)
        case let objects as NSOrderedSet: cast(objects.array)
        case let objects as NSSet: cast(objects.allObjects)
        case let objects as NSArray: cast(objects.map { $0 })
        default: nil
        }
    }

    private static func cast(_ objects: [Any]) -> [NSManagedObject]? {
        let cast = objects.compactMap { $0 as? NSManagedObject }
        return cast.count == objects.count ? cast : nil
    }
}
