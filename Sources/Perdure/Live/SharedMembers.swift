// SPDX-License-Identifier: Apache-2.0
// The members of a to-many relationship in the forms in which programs read them. Each form is made at the first reading
// after a change, and then given out as often as somebody asks (PRG-43). Part of ToManyValue.swift.

import Foundation

/// Collections that have the same members.
struct SharedMembers {
    /// For `value(forKey:)` and for properties of type NSSet and NSOrderedSet.
    private var collection: NSObject?
    /// For properties that are sets and arrays of a class, the one that was asked for last.
    private var value: Any?

    mutating func collection(_ make: () -> NSObject) -> NSObject {
        if let collection { return collection }
        let made = make()
        collection = made
        return made
    }

    /// A set or an array of a class: whether all members are of it is found out once.
    mutating func value<T>(_ make: () -> T) -> T {
        // Only of that very type: a conversion would look at each member.
        if let value, type(of: value) == T.self, let known = value as? T { return known }
        let made = make()
        value = made
        return made
    }
}
