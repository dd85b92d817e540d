// SPDX-License-Identifier: Apache-2.0
// The members of a to-many relationship as the collections that programs read. Each collection is made at the first
// reading after a change and reused until the next change (PRG-43). Part of ToManyValue.swift.

import Foundation

/// Collections that have the same members.
struct SharedMembers {
    /// For `value(forKey:)` and for properties of type NSSet and NSOrderedSet.
    private var collection: NSObject?
    /// The class of the members of `set`, when they were asked for as a set.
    private var setClass: ObjectIdentifier?
    /// The class of the members of `list`.
    private var listClass: ObjectIdentifier?
    // A set and an array are one reference each, to their storage. Kept as `Any` they would be cast at each reading, and the
    // cast looks up the type of the collection: that took a sixth of the time of a walk.
    private var set: AnyObject?
    private var list: AnyObject?

    mutating func collection(_ make: () -> NSObject) -> NSObject {
        if let collection { return collection }
        let made = make()
        collection = made
        return made
    }

    /// The members as a set of a class; checks only once whether all members have the class.
    mutating func set<T: AnyObject & Hashable>(of type: T.Type, _ make: () -> Set<T>) -> Set<T> {
        // The class tells that the storage is that of this very type.
        if let set, setClass == ObjectIdentifier(T.self) { return unsafeBitCast(set, to: Set<T>.self) }
        let made = make()
        (set, setClass) = (unsafeBitCast(made, to: AnyObject.self), ObjectIdentifier(T.self))
        return made
    }

    /// The members as an array of a class; as `set(of:_:)`.
    mutating func list<T: AnyObject>(of type: T.Type, _ make: () -> [T]) -> [T] {
        if let list, listClass == ObjectIdentifier(T.self) { return unsafeBitCast(list, to: [T].self) }
        let made = make()
        (list, listClass) = (unsafeBitCast(made, to: AnyObject.self), ObjectIdentifier(T.self))
        return made
    }
}
