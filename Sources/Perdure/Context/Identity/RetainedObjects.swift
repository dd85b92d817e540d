// SPDX-License-Identifier: Apache-2.0
// Loops over lists of many objects. A save passes over all its objects several times; retaining and releasing each
// object would be most of the cost of a pass. Waiting for memory is most of the rest: many objects are more than the
// processor's caches hold, so a loop asks for the memory of objects ahead.

import CSwiftRuntime
import PerdureStore

extension Array where Element: AnyObject {
    /// Calls a body with each object, without retaining it: the list holds the objects.
    ///
    /// The body may change the variable that holds the list; the loop goes on over the former list.
    @inline(__always)
    func forEachRetained(_ body: (Element) throws -> Void) rethrows {
        try forEachRetained(fetching: { _ in }, body)
    }

    /// Calls a body with each object, after another one has asked for memory that the object refers to.
    @inline(__always)
    fileprivate func forEachRetained(
        fetching fetch: (Element) -> Void, _ body: (Element) throws -> Void
    ) rethrows {
        try withExtendedLifetime(self) {
            try withUnsafeBufferPointer { objects in
                // An unmanaged reference has the layout of the reference and is not counted. The list outlives the
                // loop.
                try objects.withMemoryRebound(to: Unmanaged<Element>.self) { references in
                    try references.forEachObject(fetching: fetch, body)
                }
            }
        }
    }

    /// The capacity of a set in which few objects collide.
    ///
    /// Each comparison is a call of a method with a parameter of any type.
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

extension Array where Element == NSManagedObject {
    /// Like `forEachRetained`, for a body that looks at the objects' values too, which lie in memory of their own.
    @inline(__always)
    func forEachWithValues(_ body: (Element) throws -> Void) rethrows {
        try forEachRetained(fetching: { $0.slots.prefetch() }, body)
    }

    /// Like `forEachRetained`, for a body that asks the objects for their IDs.
    @inline(__always)
    func forEachWithID(_ body: (Element) throws -> Void) rethrows {
        try forEachRetained(fetching: { $0.lazyID.prefetch() }, body)
    }
}

extension WrittenRows where Object == NSManagedObject {
    /// Calls a body with each object and its row.
    func forEach(_ body: (NSManagedObject, Row) -> Void) {
        for part in parts {
            var index = 0
            part.objects.forEachWithValues { object in
                part.rows.fetchAhead(of: index)
                body(object, part.rows[index])
                index += 1
            }
        }
    }
}

extension UnsafeBufferPointer {
    /// How many objects before its turn an object's memory is asked for.
    private var distance: Int { 8 }

    /// Calls a body with each object, after another one has asked for memory that the object refers to.
    @inline(__always)
    func forEachObject<Object>(fetching fetch: (Object) -> Void = { _ in }, _ body: (Object) throws -> Void)
        rethrows where Element == Unmanaged<Object>
    {
        for index in indices {
            self.fetch(index + 2 * distance)
            let next = index + distance
            if next < count { self[next]._withUnsafeGuaranteedRef(fetch) }
            try self[index]._withUnsafeGuaranteedRef(body)
        }
    }

    /// Asks for the memory of an object, if there is one at the index.
    @inline(__always)
    private func fetch<Object>(_ index: Int) where Element == Unmanaged<Object> {
        if index < count { perdure_prefetch(self[index].toOpaque()) }
    }
}

extension Array where Element: AnyObject & Hashable {
    /// The set of the objects.
    ///
    /// The objects differ from each other. All references are counted first: a processor counts only when all that it was to
    /// write before is written, and what it writes into a large set takes long to arrive.
    var asSet: Set<Element> {
        var set = Set<Element>(minimumCapacity: roomForSet)
        forEachRetained { _ = Unmanaged.passRetained($0) }
        // `insert` would also return the member, and count one more reference for it.
        forEachRetained { set.update(with: Unmanaged.passUnretained($0).takeRetainedValue()) }
        return set
    }
}

extension Array where Element == NSManagedObject {
    /// The set of the objects' IDs.
    var ids: Set<NSManagedObjectID> {
        var ids = Set<NSManagedObjectID>(minimumCapacity: roomForSet)
        forEachWithID { ids.update(with: $0.objectID) }
        return ids
    }
}
