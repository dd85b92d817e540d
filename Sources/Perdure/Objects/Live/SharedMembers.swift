// SPDX-License-Identifier: Apache-2.0
// The members of a to-many relationship as the collections that programs read. Each collection is made at the first
// reading after a change and reused until the next change (PRG-43). Part of ToManyValue.swift.

import Foundation

/// Collections that have the same members.
struct SharedMembers {
    /// For `value(forKey:)` and for properties of type NSSet and NSOrderedSet.
    private var collection: NSObject?
    /// The set or array of the class that was asked for last.
    private var value: Any?

    mutating func collection(_ make: () -> NSObject) -> NSObject {
        if let collection { return collection }
        let made = make()
        collection = made
        return made
    }

    /// A set or an array of a class; checks only once whether all members have the class.
    mutating func value<T>(_ make: () -> T) -> T {
        // Only exactly this type fits: a conversion would look at each member.
        if let value, type(of: value) == T.self, let known = value as? T { return known }
        let made = make()
        value = made
        return made
    }
}
