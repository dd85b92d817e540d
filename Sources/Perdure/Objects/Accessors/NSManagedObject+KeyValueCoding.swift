// SPDX-License-Identifier: Apache-2.0
// Key-value coding: properties by name. The overridable methods are in NSManagedObject.swift; their bodies are here. The
// throwing twins are in NSManagedObject+Throwing.swift, primitive values in NSManagedObject+PrimitiveValues.swift.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdurePredicates
import PerdureStore

extension NSManagedObject {
    /// The values of some properties; nil is NSNull.
    public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
    }

    /// Sets properties by their names; NSNull is nil.
    public final func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    // MARK: What the overridable methods do

    final func readKey(_ key: String) -> Any? {
        if let accessor = handWrittenAccessor(key) {
            if binding.observedKeys != nil { willAccessValue(forKey: key) }
            return accessor.value(of: self)
        }
        return readStored(key)
    }

    /// The value of the property itself; ignores accessors written by hand.
    final func readStored(_ key: String) -> Any? {
        guard let property = binding.property(named: key) else {
            return binding.fetchedProperties.isEmpty
                ? readOtherKey(key) : readFetched(key) ?? readOtherKey(key)
        }
        if state.contains(.partial), let coding = property.coding,
            let place = partialValueAddress(of: property.slot)
        {
            return coding.value(place.value)
        }
        willAccessValue(forKey: key)
        defer { didAccessValue(forKey: key) }
        return value(of: property)
    }

    /// The result of a fetched property, kept until the object becomes a fault; nil for any other key.
    private func readFetched(_ key: String) -> [NSManagedObject]? {
        guard let property = binding.fetchedProperties[key] else { return nil }
        willAccessValue(forKey: key)
        defer { didAccessValue(forKey: key) }
        if let found = FoundObjects.inSlot(slots[property.slot]) { return found.objects }
        do {
            let objects = try link?.sink?.objects(of: property.description, for: self) ?? []
            slots[property.slot] = .live(FoundObjects(objects))
            return objects
        } catch {
            ExceptionTrap.raise(error)
            return []
        }
    }

    /// The value of a property, without announcement; loads a to-many relationship.
    package final func value(of property: SlotProperty) -> Any? {
        guard let relationship = property.relationship else { return attribute(property) }
        if !relationship.isToMany { return toOne(at: property.slot) }
        return slots.isFault ? nil : collection(loadedToMany(at: property.slot))
    }

    /// An attribute's value; an archive is opened once, and the slot keeps the opened value.
    final func attribute(_ property: SlotProperty) -> Any? {
        guard let coding = property.coding else { return nil }
        if coding.isOpenedOnce { open(property, coding) }
        return coding.value(slots[property.slot])
    }

    /// A key that the model does not have: the class's own keys first, then the subclass's fallback.
    private func readOtherKey(_ key: String) -> Any? {
        switch key {
        case "self": self
        case "objectID": objectID
        case "entity": entity
        case "isDeleted": isDeleted
        case "isInserted": isInserted
        case "isUpdated": isUpdated
        case "isFault": isFault
        case "hasChanges": hasChanges
        case "hasPersistentChangedValues": hasPersistentChangedValues
        case "faultingState": faultingState
        case "managedObjectContext": managedObjectContext
        default: readUnmodeledKey(key)
        }
    }

    private func readUnmodeledKey(_ key: String) -> Any? {
        if let accessor = extensionAccessor(key) {
            if binding.observedKeys != nil { willAccessValue(forKey: key) }
            return accessor.value(of: self)
        }
        if let place = dictionaryTarget(key) { return place.dictionary.value(at: place.keys) }
        return value(forUndefinedKey: key)
    }

    final func writeKey(_ value: Any?, _ key: String) {
        if let accessor = handWrittenAccessor(key), write(value, key, by: accessor) { return }
        if QueueCheck.isOn { checkQueue(of: key) }
        guard let property = binding.property(named: key) else {
            if let accessor = extensionAccessor(key), write(value, key, by: accessor) { return }
            if let place = dictionaryTarget(key) { return place.dictionary.set(value, at: place.keys) }
            return setValue(value, forUndefinedKey: key)
        }
        write(value, to: property)
    }

    /// Sets a property from a value of any class; generated code calls it.
    final func writeProperty(_ value: Any?, at slot: Int) { write(value, to: binding.slotProperties[slot]) }

    private func write(_ value: Any?, to property: SlotProperty) {
        if property.relationship != nil { return writeRelationship(value, property) }
        guard let slotValue = converted(value, property) else { return }
        warnOfAssignment(to: property)
        setAttribute(slotValue, at: property.slot)
    }

    private func writeRelationship(_ value: Any?, _ property: SlotProperty) {
        guard let relationship = property.relationship else { return }
        let given = AnyValue.unwrapped(value)
        if relationship.isToMany, let objects = Self.objects(in: given) {
            replaceMembers(at: property.slot, with: objects)
        } else if !relationship.isToMany, given == nil || given is NSManagedObject {
            setToOne(given as? NSManagedObject, at: property.slot)
        } else {
            ExceptionTrap.raise(
                ObjectErrors.unacceptableObject(given ?? NSNull(), relationship: relationship.description))
        }
    }

    final func readKeyPath(_ keyPath: String) -> Any? {
        guard let dot = keyPath.firstIndex(of: ".") else { return value(forKey: keyPath) }
        if binding.appliesChanges, let place = dictionaryTarget(keyPath) {
            return place.dictionary.value(at: place.keys)
        }
        let value = value(forKey: String(keyPath[..<dot]))
        let rest = String(keyPath[keyPath.index(after: dot)...])
        if let object = value as? NSManagedObject { return object.value(forKeyPath: rest) }
        guard let value else { return nil }
        let path = ExpressionNode.keyPath(
            base: .evaluatedObject, keys: rest.split(separator: ".").map(String.init))
        do {
            let found = try PredicateEvaluator().value(of: path, with: value)
            return rest.contains("@") ? found : Self.collected(found, like: value)
        } catch {
            ExceptionTrap.raise(error)
            return nil
        }
    }

    /// The values of a relationship's members, in the same kind of collection as the members.
    private static func collected(_ values: Any?, like members: Any) -> Any? {
        guard let values = values as? [Any] else { return values }
        // Arrays alone have a place for members without a value.
        return switch members {
        case is NSOrderedSet: NSOrderedSet(array: values.filter { !($0 is NSNull) })
        case is NSSet: NSSet(array: values.filter { !($0 is NSNull) })
        default: values
        }
    }

    final func writeKeyPath(_ value: Any?, _ keyPath: String) {
        guard let dot = keyPath.lastIndex(of: ".") else { return setValue(value, forKey: keyPath) }
        if let place = dictionaryTarget(keyPath) { return place.dictionary.set(value, at: place.keys) }
        if let first = keyPath.firstIndex(of: "."), first != dot,
            let next = self.value(forKey: String(keyPath[..<first])) as? NSManagedObject
        {
            return next.setValue(value, forKeyPath: String(keyPath[keyPath.index(after: first)...]))
        }
        guard let target = self.value(forKeyPath: String(keyPath[..<dot])) else { return }
        // A collection hands the value on to each of its members.
        let members = target is NSManagedObject ? [target] : KeyPathReader.members(of: target) ?? []
        let key = String(keyPath[keyPath.index(after: dot)...])
        for case let object as NSManagedObject in members { object.setValue(value, forKey: key) }
    }
}
