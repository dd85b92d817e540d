// SPDX-License-Identifier: Apache-2.0
// Loops over lists of many objects. A save passes over all its objects several times; retaining and releasing each
// object would be most of the cost of a pass.

extension Array where Element: AnyObject {
    /// Calls a body with each object, without retaining it: the list holds the objects.
    ///
    /// The body may change the variable that holds the list; the loop goes on over the former list.
    @inline(__always)
    func forEachRetained(_ body: (Element) throws -> Void) rethrows {
        try withExtendedLifetime(self) {
            try withUnsafeBufferPointer { objects in
                // An unmanaged reference has the layout of the reference and is not counted. The list outlives the
                // loop.
                try objects.withMemoryRebound(to: Unmanaged<Element>.self) { references in
                    for reference in references { try reference._withUnsafeGuaranteedRef(body) }
                }
            }
        }
    }

    /// The capacity of a set in which few objects collide.
    ///
    /// A comparison costs more than all else, because equality of objects is a method with a parameter of any type.
    var roomForSet: Int { count + count / 2 }

    /// Whether two lists hold the same objects in the same order; compares addresses only.
    func isSame(as other: [Element]) -> Bool {
        count == other.count
            && withUnsafeBufferPointer { own in
                own.withMemoryRebound(to: UInt.self) { own in
                    other.withUnsafeBufferPointer { others in
                        others.withMemoryRebound(to: UInt.self) { others in own.elementsEqual(others) }
                    }
                }
            }
    }
}

extension Array where Element: AnyObject & Hashable {
    /// The set of the objects.
    var asSet: Set<Element> {
        var set = Set<Element>(minimumCapacity: roomForSet)
        forEachRetained { set.insert($0) }
        return set
    }
}
