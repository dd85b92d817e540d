// SPDX-License-Identifier: Apache-2.0
// Values of other types for macro expansions: transformed, transient, composite and Codable values, relationships without
// change notification, and fetched properties.
//
// A stored value may not fit the Swift type: an enumeration has new cases in another program, or bytes do not decode to the
// type. Such a value reads as nil, and accessors return the declared initial value instead. The value stays in the store until
// the property is set. `value(forKey:)` returns it unchanged. Validation refuses such a value when it was set by name.

import Foundation
import PerdureBase

extension NSManagedObject {
    /// Reads a transformable attribute that names its transformer; nil for a value of another type.
    public final func _transformed<T>(at slot: Int, as type: T.Type) -> T? { _value(at: slot) as? T }

    /// Sets a transformable attribute that names its transformer.
    public final func _setTransformed<T>(_ value: T?, at slot: Int) { _setValue(value, at: slot) }

    /// Reads a transient attribute of any type.
    public final func _transient<T>(at slot: Int, as type: T.Type) -> T? { _value(at: slot) as? T }

    /// Sets a transient attribute of any type.
    public final func _setTransient<T>(_ value: T?, at slot: Int) { _setValue(value, at: slot) }

    /// Reads a transformable attribute without announcement.
    public final func _primitiveTransformed<T>(at slot: Int, as type: T.Type) -> T? {
        _primitiveValue(at: slot) as? T
    }

    /// Sets a transformable attribute without announcement.
    public final func _setPrimitiveTransformed<T>(_ value: T?, at slot: Int) {
        _setPrimitiveValue(value, at: slot)
    }

    /// Reads a transient attribute without announcement.
    public final func _primitiveTransient<T>(at slot: Int, as type: T.Type) -> T? {
        _primitiveValue(at: slot) as? T
    }

    /// Sets a transient attribute without announcement.
    public final func _setPrimitiveTransient<T>(_ value: T?, at slot: Int) {
        _setPrimitiveValue(value, at: slot)
    }

    /// Reads the results of a fetched property; objects of other classes are left out.
    public final func _fetched<T: NSManagedObject>(_ name: String, as type: T.Type) -> [T] {
        (value(forKey: name) as? [Any] ?? []).compactMap { $0 as? T }
    }

    /// The composite value of a dictionary.
    final func composite<T: CompositeValue>(_ value: Any?) -> T? {
        (value as? [String: Any]).flatMap { CompositeDecoder.value(T.self, $0) }
    }

    /// The value itself, or the value decoded from its bytes when no transformer has decoded them.
    final func codable<T: Codable>(_ value: Any?) -> T? {
        value as? T ?? (value as? Data).flatMap { CodableTransformer<T>.value($0) }
    }

    /// The dictionary of a composite value; nil, after an error is raised, for a value that cannot be encoded.
    final func dictionary<T: CompositeValue>(_ value: T?) -> [String: Any]? {
        do { return try value.map { try CompositeEncoder.dictionary(of: $0) } } catch {
            ExceptionTrap.raise(TypedErrors.notComposite(T.self, property: nil, error))
            return nil
        }
    }
}

extension NSManagedObject {
    /// Reads the destination of a to-one relationship without announcement.
    public final func _primitiveToOne<T: NSManagedObject>(at slot: Int, as type: T.Type) -> T? {
        _primitiveValue(at: slot) as? T
    }

    /// Sets the destination of a to-one relationship without announcement.
    public final func _setPrimitiveToOne(_ value: NSManagedObject?, at slot: Int) {
        _setPrimitiveValue(value, at: slot)
    }

    /// Reads the members of a to-many relationship without announcement.
    public final func _primitiveMembers<T: NSManagedObject>(at slot: Int, as type: T.Type) -> Set<T> {
        Set((_primitiveValue(at: slot) as? NSSet)?.compactMap { $0 as? T } ?? [])
    }

    /// Reads the members of an ordered relationship without announcement.
    public final func _primitiveOrderedMembers<T: NSManagedObject>(at slot: Int, as type: T.Type) -> [T] {
        (_primitiveValue(at: slot) as? NSOrderedSet)?.compactMap { $0 as? T } ?? []
    }

    /// Replaces the members of a to-many relationship without announcement.
    public final func _setPrimitiveToMany(_ value: [NSManagedObject], at slot: Int) {
        _setPrimitiveValue(value, at: slot)
    }

    /// Inserts a member into an ordered relationship.
    public final func _insert(_ object: NSManagedObject, at index: Int, slot: Int) {
        _insert([object], at: IndexSet(integer: index), slot: slot)
    }

    /// Removes the member at an index of an ordered relationship.
    public final func _removeMember(at index: Int, slot: Int) {
        _removeMembers(at: IndexSet(integer: index), slot: slot)
    }

    /// Replaces the member at an index of an ordered relationship.
    public final func _replaceMember(at index: Int, with object: NSManagedObject, slot: Int) {
        _replaceMembers(at: IndexSet(integer: index), with: [object], slot: slot)
    }

    /// The base of the slot numbers, for a class without a declared superclass.
    public enum _Slots {
        /// The first number.
        public static var end: Int { 0 }
    }
}

/// An IndexSet for files that do not import Foundation.
public typealias _IndexSet = IndexSet
