// SPDX-License-Identifier: Apache-2.0
// Members as collections of their class. Ugly for speed: a new set would cost as much for each member as reading it from
// the store, so that the collection which the relationship has is given out under another type.
// SlotAccessors+Relationships.swift uses it for generated code.

extension Set<NSManagedObject> {
    /// The members that are of a class, as a set of it.
    func cast<T: NSManagedObject>(to type: T.Type) -> Set<T> {
        guard allSatisfy({ Swift.type(of: $0) == type || $0 is T }) else {
            return Set<T>(compactMap { $0 as? T })
        }
        // All are of the class. A set keeps references, which are one pointer whatever their class, and hashes them by the
        // methods of NSObject, which a subclass inherits: under the other type it is the same set. Whoever changes it
        // copies it first.
        return unsafeBitCast(self, to: Set<T>.self)
    }
}

extension [NSManagedObject] {
    /// The members that are of a class, as a list of it.
    func cast<T: NSManagedObject>(to type: T.Type) -> [T] {
        guard allSatisfy({ Swift.type(of: $0) == type || $0 is T }) else { return compactMap { $0 as? T } }
        // All are of the class, and an array keeps references, which are one pointer whatever their class.
        return unsafeBitCast(self, to: [T].self)
    }
}
