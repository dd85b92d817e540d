// SPDX-License-Identifier: Apache-2.0
// A fetch's results corrected by unsaved changes: what is deleted goes, what changed is tested in memory,
// what is new comes in at its place in the order. Nulls compare as the request says, as in the stores.

import Foundation
import PerdurePredicates

/// The changed objects that a fetch may concern.
struct PendingMatches {
    private let query: ObjectFetch
    private let changed: [NSManagedObject]

    init(_ query: ObjectFetch, changed: [NSManagedObject]) {
        self.query = query
        self.changed = changed.filter { Self.concerns($0, query) }
    }

    var isEmpty: Bool { changed.isEmpty }

    private static func concerns(_ object: NSManagedObject, _ query: ObjectFetch) -> Bool {
        let fits =
            query.request.includesSubentities
            ? object.entity.isKindOf(entity: query.entity) : object.entity === query.entity
        guard fits, let stores = query.request.affectedStores else { return fits }
        guard let store = object.objectID.persistentStore else { return false }
        return stores.contains { $0 === store }
    }

    /// The request for the store: without offset, with room for what will be taken out.
    var widened: ObjectFetch {
        var wide = query
        wide.fetchOffset = 0
        if query.fetchLimit > 0 {
            wide.fetchLimit = query.fetchLimit + query.fetchOffset + changed.count { !$0.isInserted }
        }
        wide.request.fetchOffset = wide.fetchOffset
        wide.request.fetchLimit = wide.fetchLimit
        return wide
    }

    /// The final result.
    func merged(into stored: [NSManagedObject]) throws -> [NSManagedObject] {
        let touched = Set(changed)
        let matching = try changed.filter { try !$0.isDeleted && matches($0) }
        let sorted = query.request.sortDescriptors ?? []
        var result: [NSManagedObject]
        if sorted.isEmpty {
            let stay = Set(matching)
            result = stored.filter { !touched.contains($0) || stay.contains($0) }
            let present = Set(result)
            result += matching.filter { !present.contains($0) }
        } else {
            result = stored.filter { !touched.contains($0) }
            for object in matching { result.insert(object, at: place(of: object, in: result, sorted)) }
        }
        return page(result)
    }

    private func matches(_ object: NSManagedObject) throws -> Bool {
        guard let predicate = query.predicate else { return true }
        let evaluator = PredicateEvaluator(nullSemantics: query.request.nullSemantics)
        return try evaluator.evaluate(predicate.node, with: object)
    }

    /// Behind all objects that do not come after it.
    private func place(
        of object: NSManagedObject, in list: [NSManagedObject], _ order: [NSSortDescriptor]
    ) -> Int {
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if comes(object, before: list[middle], order) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func comes(
        _ left: NSManagedObject, before right: NSManagedObject, _ order: [NSSortDescriptor]
    ) -> Bool {
        for descriptor in order {
            switch descriptor.compare(left, to: right) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return false
    }

    private func page(_ objects: [NSManagedObject]) -> [NSManagedObject] {
        let tail = objects.dropFirst(query.fetchOffset)
        return Array(query.fetchLimit > 0 ? tail.prefix(query.fetchLimit) : tail)
    }
}
