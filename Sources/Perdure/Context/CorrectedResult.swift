// SPDX-License-Identifier: Apache-2.0
// What PendingMatches.swift corrects: a result as objects, or as IDs of which it makes only the objects that it has to
// compare with.

import PerdureStore

/// A result that takes unsaved changes in.
protocol CorrectedResult {
    var count: Int { get }
    func object(at index: Int) -> NSManagedObject
    /// Those of some objects that are in the result.
    func members(of objects: Set<NSManagedObject>) -> Set<NSManagedObject>
    mutating func remove(_ gone: Set<NSManagedObject>)
    mutating func insert(_ object: NSManagedObject, at index: Int)
    /// Leaves a page; a limit of 0 is none.
    mutating func cut(offset: Int, limit: Int)
}

extension [NSManagedObject]: CorrectedResult {
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
struct CorrectedIDs: CorrectedResult {
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
