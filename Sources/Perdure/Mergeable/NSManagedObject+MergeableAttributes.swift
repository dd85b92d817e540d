// SPDX-License-Identifier: Apache-2.0
// The handles of mergeable attributes by name, for keys that only the running program knows, and the entry points of
// generated accessors.

import Foundation
import PerdureStore

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// The counter with a name.
    ///
    /// ```swift
    /// try post.counter(forKey: "likes").increment(by: 3)
    /// let stars = try post.counter(forKey: "stars", as: Double?.self)
    /// ```
    ///
    /// - Parameters:
    ///   - key: the attribute's name, from any source.
    ///   - type: the type to read the number as.
    /// - Returns: its handle.
    /// - Throws: `CoreDataException` for an unknown key, and for an attribute that is no counter.
    ///
    /// ## Compatibility
    /// An addition.
    public func counter<Number: MergeableNumber>(forKey key: String, as type: Number.Type = Int64.self)
        throws -> MergeableCounter<Number>
    {
        MergeableCounter(try MergeableSlot(self, key: key, .counter))
    }

    /// The mergeable set with a name.
    ///
    /// - Parameters:
    ///   - key: the attribute's name, from any source.
    ///   - type: the type of the elements.
    /// - Returns: its handle.
    /// - Throws: `CoreDataException` for an unknown key, for an attribute that is no mergeable set, and for a set with
    ///   elements of another type.
    ///
    /// ## Compatibility
    /// An addition.
    public func mergeableSet<Element: MergeableElement>(
        forKey key: String, of type: Element.Type = String.self
    ) throws -> MergeableSet<Element> {
        MergeableSet(try MergeableSlot(self, key: key, .set, element: Element._elementType))
    }

    /// The mergeable dictionary with a name.
    ///
    /// - Parameter key: the attribute's name, from any source.
    /// - Returns: its handle.
    /// - Throws: `CoreDataException` for an unknown key, and for an attribute that is no mergeable dictionary.
    ///
    /// ## Compatibility
    /// An addition.
    public func mergeableDictionary(forKey key: String) throws -> MergeableDictionary {
        MergeableDictionary(try MergeableSlot(self, key: key, .dictionary))
    }

    /// The mergeable value with a name, read and set as key-value coding does.
    ///
    /// - Parameter key: the attribute's name, from any source.
    /// - Returns: its handle.
    /// - Throws: `CoreDataException` for an unknown key, and for an attribute that does not merge as a value.
    ///
    /// ## Compatibility
    /// An addition.
    public func mergeableValue(forKey key: String) throws -> MergeableValue<Any?> {
        MergeableValue(
            try MergeableSlot(self, key: key, .value), get: { [self] in value(forKey: key) },
            set: { [self] in setValue($0, forKey: key) })
    }
}

extension NSManagedObject {
    /// Reads a mergeable set.
    public final func _mergeableSet<Element: MergeableElement>(at slot: Int, of type: Element.Type)
        -> Set<Element>
    {
        MergeableSet<Element>(self, at: slot).value
    }

    /// Sets a mergeable set: inserts and removes the elements that differ.
    public final func _setMergeableSet<Element: MergeableElement>(_ value: Set<Element>, at slot: Int) {
        MergeableSet<Element>(self, at: slot).assign(value)
    }

    /// Reads a mergeable set without announcement; nil for a fault.
    public final func _primitiveMergeableSet<Element: MergeableElement>(at slot: Int, of type: Element.Type)
        -> Set<Element>?
    {
        guard let set = _primitiveValue(at: slot) as? Set<AnyHashable> else { return nil }
        return Set(
            set.compactMap { element in
                MergeElement(element.base, as: type._elementType).flatMap {
                    Element(_mergeElement: _MergeElement(element: $0))
                }
            })
    }

    /// Sets a mergeable set without announcement.
    public final func _setPrimitiveMergeableSet<Element: MergeableElement>(
        _ value: Set<Element>?, at slot: Int
    ) {
        let elements = value?.map { $0._mergeElement.element.anyHashable }
        _setPrimitiveValue(elements.map { Set($0) }, at: slot)
    }

    /// Reads a mergeable dictionary; values of other types are left out.
    public final func _mergeableDictionary<Value>(at slot: Int, of type: Value.Type) -> [String: Value] {
        let dictionary = MergeableDictionary(self, at: slot)
        if let all = dictionary.value as? [String: Value] { return all }
        return dictionary.keys.reduce(into: [:]) { $0[$1] = dictionary.value($1, as: type) }
    }

    /// Sets a mergeable dictionary: sets and removes the keys that differ.
    public final func _setMergeableDictionary<Value>(_ value: [String: Value], at slot: Int) {
        MergeableDictionary(self, at: slot).assign(value)
    }
}
