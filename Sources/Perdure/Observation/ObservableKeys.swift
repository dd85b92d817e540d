// SPDX-License-Identifier: Apache-2.0
// Checks which keys of an object can be observed, and finds the destinations of a key path's steps.

import Foundation
import PerdureBase

extension NSManagedObject {
    /// Throws for a key that the object has no value for.
    ///
    /// Fires no fault, unless only `value(forUndefinedKey:)` can tell.
    final func checkObserved(_ key: String) throws {
        if binding.layout.slots[key] != nil || binding.fetchedProperties[key] != nil { return }
        if tables.accessors.accessor(forKey: key, isModeled: false) != nil || extensionAccessor(key) != nil {
            return
        }
        let sources = tables.sources(of: key)
        if !sources.keys.isEmpty || !sources.paths.isEmpty || Self.ownKeys.contains(key) { return }
        do { _ = try ExceptionTrap.catching { value(forUndefinedKey: key) } } catch {
            throw ObjectErrors.unknownObservedKey(key, of: self)
        }
    }

    /// Keys that every object has, but whose changes are not told.
    private static let ownKeys: Set<String> = [
        "self", "objectID", "entity", "isDeleted", "isInserted", "isUpdated", "isFault", "hasChanges",
    ]

    /// Throws for a step that leads to several objects.
    final func checkStep(_ key: String, of keyPath: String) throws {
        let isToMany = binding.property(named: key)?.isToMany ?? (binding.fetchedProperties[key] != nil)
        if isToMany || key.hasPrefix("@") {
            throw ObjectErrors.observedToMany(key, keyPath: keyPath, of: self)
        }
    }

    /// The destination of a step of a key path; fires the receiver's fault, but not the destination's.
    final func observedDestination(_ key: String) -> NSManagedObject? {
        guard let property = binding.property(named: key), property.relationship != nil else {
            return value(forKey: key) as? NSManagedObject
        }
        if slots.isFault { fireFault() }
        return slots.isFault ? nil : toOne(at: property.slot)
    }
}

extension ObjectErrors {
    static func unknownObservedKey(_ key: String, of object: NSManagedObject) -> CoreDataException {
        CoreDataException(
            name: .undefinedKeyException,
            reason:
                "The key \"\(key)\" of the entity \"\(object.entity.name ?? "")\" cannot be observed: neither the "
                + "model nor the class \(type(of: object)) has it. Add it to the model, list its accessor with a macro "
                + "or generated code, or override value(forUndefinedKey:).")
    }

    static func observedToMany(_ key: String, keyPath: String, of object: NSManagedObject)
        -> CoreDataException
    {
        .invalidArgument(
            "The key path \"\(keyPath)\" cannot be observed: \"\(key)\" of the entity "
                + "\"\(object.entity.name ?? "")\" leads to several objects. Observe the relationship itself, and "
                + "its members one by one.")
    }

    static func unexpectedChange(_ keyPath: String?, of object: Any?, for observer: Any) -> CoreDataException
    {
        .internalInconsistency(
            "\(type(of: observer)) was told of a change of \"\(keyPath ?? "")\" and has no use for it: override "
                + "observeValue(forKeyPath:of:change:context:), and call super for other observations only.")
    }

    static func notObserving(_ observer: Any, _ keyPath: String, of object: Any) -> CoreDataException {
        CoreDataException(
            name: .rangeException,
            reason:
                "Cannot remove an observer <\(type(of: observer))> for the key path \"\(keyPath)\" from \(object) "
                + "because it is not registered as an observer.")
    }
}
