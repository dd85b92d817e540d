// SPDX-License-Identifier: Apache-2.0
// Large sets of objects or IDs in the order of their keys. A set has them in the order of their hashes, and they lie anywhere in
// memory then; by their keys they lie as they were made. Part of RetainedObjects.swift.

import PerdureStore

extension Set where Element: AnyObject {
    /// Calls a body with each member, in the order of the members' keys.
    @inline(__always)
    fileprivate func forEachInOrder(
        of key: (Element) -> ObjectKey, fetching fetch: (Element) -> Void, _ body: (Element) -> Void
    ) {
        // Members are counted once, by the body: the set holds them.
        var members: [Unmanaged<Element>] = []
        members.reserveCapacity(count)
        for member in self { members.append(.passUnretained(member)) }
        withExtendedLifetime(self) {
            var keys: [ObjectKey] = []
            keys.reserveCapacity(count)
            members.withUnsafeBufferPointer { $0.forEachObject { keys.append(key($0)) } }
            let sorted = KeyOrder.places(of: keys).map { members[$0] }
            sorted.withUnsafeBufferPointer { $0.forEachObject(fetching: fetch, body) }
        }
    }
}

extension Set where Element == NSManagedObjectID {
    /// The IDs by number, grouped by hierarchy.
    var inOrderOfKeys: [NSManagedObjectID] {
        var ids: [NSManagedObjectID] = []
        ids.reserveCapacity(count)
        forEachInOrder(of: \.key, fetching: { _ in }) { ids.append($0) }
        return ids
    }
}

extension Set where Element == NSManagedObject {
    /// The objects' IDs by number, grouped by hierarchy.
    var idsInOrderOfKeys: [NSManagedObjectID] {
        var ids: [NSManagedObjectID] = []
        ids.reserveCapacity(count)
        forEachInOrder(of: \.key, fetching: { $0.lazyID.prefetch() }) { ids.append($0.objectID) }
        return ids
    }
}
