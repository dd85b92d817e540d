// SPDX-License-Identifier: Apache-2.0
// Gives a relationship's members as a collection of their class. A new set would cost as much for each member as reading
// it from the store. So these casts give out the relationship's own collection under another type.
// SlotAccessors+Relationships.swift uses them for generated code.

extension Set<NSManagedObject> {
    /// The members of a class, as a set of this class.
    func cast<T: NSManagedObject>(to type: T.Type) -> Set<T> {
        guard allSatisfy({ Swift.type(of: $0) == type || $0 is T }) else {
            return Set<T>(compactMap { $0 as? T })
        }
        // All members have the class. A set keeps references, one pointer each whatever the class. It hashes them with
        // NSObject's methods, which a subclass inherits. So the set is valid under the other type. A caller that changes
        // the set copies it first.
        return unsafeBitCast(self, to: Set<T>.self)
    }
}

extension [NSManagedObject] {
    /// The members of a class, as a list of this class.
    func cast<T: NSManagedObject>(to type: T.Type) -> [T] {
        guard allSatisfy({ Swift.type(of: $0) == type || $0 is T }) else { return compactMap { $0 as? T } }
        // All members have the class. An array keeps references, one pointer each whatever the class.
        return unsafeBitCast(self, to: [T].self)
    }
}
