// SPDX-License-Identifier: Apache-2.0
// Relationships for generated code: typed by the destination's class. Part of SlotAccessors.swift.

import Foundation
import PerdureBase

extension NSManagedObject {
    /// Reads the destination of a to-one relationship.
    public final func _toOne(at slot: Int) -> NSManagedObject? { _toOne(at: slot, as: NSManagedObject.self) }

    /// Reads the destination of a to-one relationship; nil also when it is of another class.
    public final func _toOne<T: NSManagedObject>(at slot: Int, as type: T.Type) -> T? {
        if case .live(let value) = slotAddress(slot).value, Swift.type(of: value) == type {
            // The destination has exactly this class.
            return unsafeDowncast(value, to: type)
        }
        return otherDestination(slot) as? T
    }

    /// A destination that is not resolved yet, or whose class is a subclass.
    @inline(never)
    private func otherDestination(_ number: Int) -> NSManagedObject? {
        relationship(slot(reading: number), isToMany: false).flatMap { toOne(at: $0) }
    }

    /// Sets the destination of a to-one relationship; the inverse follows.
    public final func _setToOne(_ value: NSManagedObject?, at slot: Int) {
        if let slot = relationship(self.slot(writing: slot), isToMany: false) { setToOne(value, at: slot) }
    }

    /// Reads the members of a to-many relationship.
    public final func _toMany(at slot: Int) -> Set<NSManagedObject> { loadedMembers(slot)?.members ?? [] }

    /// A number that changes with the members of a to-many relationship, and their count, for code that caches.
    package final func _memberState(at slot: Int) -> (stamp: Int64, count: Int)? {
        loadedMembers(slot).map { ($0.stamp, $0.count) }
    }

    /// Reads the members of an ordered relationship in their order.
    public final func _orderedToMany(at slot: Int) -> [NSManagedObject] { loadedMembers(slot)?.list ?? [] }

    /// Reads the members of a to-many relationship; those of other classes are left out.
    public final func _members<T: NSManagedObject>(at slot: Int, as type: T.Type) -> Set<T> {
        loadedMembers(slot)?.set(of: type) ?? []
    }

    /// Reads the members of an ordered relationship; those of other classes are left out.
    public final func _orderedMembers<T: NSManagedObject>(at slot: Int, as type: T.Type) -> [T] {
        loadedMembers(slot)?.list(of: type) ?? []
    }

    /// Replaces the members of a to-many relationship; the inverses follow.
    public final func _setToMany(_ value: [NSManagedObject], at slot: Int) {
        if let slot = toManySlot(writing: slot) { replaceMembers(at: slot, with: value) }
    }

    /// Adds members to a to-many relationship; the inverses follow.
    public final func _add(_ objects: [NSManagedObject], at slot: Int) {
        if let slot = toManySlot(writing: slot) { changeMembers(at: slot, add: objects, remove: []) }
    }

    /// Removes members from a to-many relationship; the inverses follow.
    public final func _remove(_ objects: [NSManagedObject], at slot: Int) {
        if let slot = toManySlot(writing: slot) { changeMembers(at: slot, add: [], remove: objects) }
    }

    /// Reads the members of a to-many relationship as an object; nil for an unfilled fault.
    public final func _set(at slot: Int) -> NSSet? { _value(at: slot) as? NSSet }

    /// Reads the members of an ordered relationship as an object; nil for an unfilled fault.
    public final func _orderedSet(at slot: Int) -> NSOrderedSet? { _value(at: slot) as? NSOrderedSet }

    /// Adds the members of a collection to a to-many relationship.
    public final func _add(_ objects: NSSet, at slot: Int) { _add(objects.compactMap(Self.member), at: slot) }

    /// Removes the members of a collection from a to-many relationship.
    public final func _remove(_ objects: NSSet, at slot: Int) {
        _remove(objects.compactMap(Self.member), at: slot)
    }

    /// Adds the members of a collection at the end of an ordered relationship.
    public final func _add(_ objects: NSOrderedSet, at slot: Int) {
        _add(objects.array.compactMap(Self.member), at: slot)
    }

    /// Removes the members of a collection from an ordered relationship.
    public final func _remove(_ objects: NSOrderedSet, at slot: Int) {
        _remove(objects.array.compactMap(Self.member), at: slot)
    }

    /// Inserts members into an ordered relationship, each at its index in the result.
    public final func _insert(_ objects: [NSManagedObject], at indexes: IndexSet, slot: Int) {
        if objects.count == 1, let index = indexes.first, let member = objects.first,
            let many = loadedMembers(slot), index <= many.count, !many.contains(member)
        {
            // Inserting one member must not cost as much as setting all members.
            if let slot = toManySlot(writing: slot) { insertMember(member, at: index, slot: slot) }
            return
        }
        var members = _orderedToMany(at: slot)
        for (object, index) in zip(objects, indexes) { members.insert(object, at: index) }
        _setToMany(members, at: slot)
    }

    /// Removes the members at some indexes from an ordered relationship.
    public final func _removeMembers(at indexes: IndexSet, slot: Int) {
        _setToMany(
            _orderedToMany(at: slot).enumerated().filter { !indexes.contains($0.offset) }.map(\.element),
            at: slot)
    }

    /// Replaces the members at some indexes of an ordered relationship.
    public final func _replaceMembers(at indexes: IndexSet, with objects: [NSManagedObject], slot: Int) {
        var members = _orderedToMany(at: slot)
        for (object, index) in zip(objects, indexes) { members[index] = object }
        _setToMany(members, at: slot)
    }

    private static func member(_ object: Any) -> NSManagedObject? { object as? NSManagedObject }
}

extension NSManagedObject {
    private func loadedMembers(_ number: Int) -> ToManyValue? {
        relationship(slot(reading: number), isToMany: true).map { loadedToMany(at: $0) }
    }

    private func toManySlot(writing number: Int) -> Int? {
        relationship(slot(writing: number), isToMany: true)
    }

    /// The slot, if it holds the kind of relationship that the accessor expects.
    ///
    /// In another version of the model the slot may hold another kind, and reading a slot does not check its kind.
    private func relationship(_ slot: Int?, isToMany: Bool) -> Int? {
        guard let slot else { return nil }
        if environment.kinds[slot] == (isToMany ? .toMany : .toOne) { return slot }
        raise(otherKind: slot, isToMany)
        return nil
    }

    @inline(never)
    private func raise(otherKind slot: Int, _ isToMany: Bool) {
        ExceptionTrap.raise(
            ObjectErrors.otherKind(
                binding.slotProperties[slot], of: self, accessor: isToMany ? " to-many" : " to-one"))
    }
}
