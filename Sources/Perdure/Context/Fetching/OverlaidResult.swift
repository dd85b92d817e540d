// SPDX-License-Identifier: Apache-2.0
// The results that UnsavedChangesOverlay.swift corrects: a list of objects, or a list of IDs. A list of IDs makes an object
// only for a comparison.

import PerdureStore

/// A fetch's result that can be corrected by unsaved changes.
protocol OverlaidResult {
    var count: Int { get }
    func object(at index: Int) -> NSManagedObject
    /// The objects among the given ones that are in the result.
    func members(of objects: Set<NSManagedObject>) -> Set<NSManagedObject>
    mutating func remove(_ gone: Set<NSManagedObject>)
    mutating func insert(_ object: NSManagedObject, at index: Int)
    /// Keeps only one page of the result; a limit of 0 is no limit.
    mutating func cut(offset: Int, limit: Int)
}

extension [NSManagedObject]: OverlaidResult {
    func object(at index: Int) -> NSManagedObject { self[index] }

    func members(of objects: Set<NSManagedObject>) -> Set<NSManagedObject> {
        Set(filter { objects.contains($0) })
    }

    mutating func remove(_ gone: Set<NSManagedObject>) { removeAll { gone.contains($0) } }

    mutating func cut(offset: Int, limit: Int) {
        self = Array(page(offset: offset, limit: limit))
    }
}

/// The IDs of a result, with the context that makes their objects.
struct OverlaidIDs: OverlaidResult {
    private(set) var ids: ResultIDs
    let context: NSManagedObjectContext

    var count: Int { ids.count }

    func object(at index: Int) -> NSManagedObject { context.registerFault(ids[index]) }

    func members(of objects: Set<NSManagedObject>) -> Set<NSManagedObject> {
        let found = ids.members(of: Set(objects.map(\.objectID)))
        return objects.filter { found.contains($0.objectID) }
    }

    mutating func remove(_ gone: Set<NSManagedObject>) { ids.remove(Set(gone.map(\.objectID))) }
    mutating func insert(_ object: NSManagedObject, at index: Int) { ids.insert(object.objectID, at: index) }
    mutating func cut(offset: Int, limit: Int) { ids.cut(offset: offset, limit: limit) }
}
