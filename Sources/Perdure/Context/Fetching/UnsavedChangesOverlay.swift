// SPDX-License-Identifier: Apache-2.0
// Corrects a fetch's result by unsaved changes: deleted objects are removed, changed objects are tested in memory, and
// new objects are inserted by the order. Nulls compare as in the stores, by the request's rule.

import Foundation
import PerdurePredicates

/// The changed objects that may match a fetch.
package struct UnsavedChangesOverlay {
    private let query: ObjectFetch
    private let filter: ObjectFilter
    private let changed: [NSManagedObject]

    init(_ query: ObjectFetch, changed: [NSManagedObject]) {
        self.query = query
        let filter = ObjectFilter(query)
        self.filter = filter
        self.changed = changed.filter { filter.concerns($0) }
    }

    var isEmpty: Bool { changed.isEmpty }

    /// The request for the store: without an offset, and with a limit that makes up for the removed objects.
    var widened: ObjectFetch {
        var wide = query
        wide.fetchOffset = 0
        if query.fetchLimit > 0 {
            wide.fetchLimit = query.fetchLimit.widened(by: query.fetchOffset)
                .widened(by: changed.count { !$0.isInserted })
        }
        wide.request.fetchOffset = wide.fetchOffset
        wide.request.fetchLimit = wide.fetchLimit
        return wide
    }

    /// The corrected result.
    ///
    /// - Parameter stored: the stores' result of the widened request.
    /// - Returns: the result with the changed objects in their places, cut to the request's page.
    /// - Throws: what the predicate reports.
    func overlaid<Result: OverlaidResult>(on stored: Result) throws -> Result {
        let matching = try MatchingBudget.limiting {
            try changed.filter { try !$0.isDeleted && filter.matches($0) }
        }
        let sorted = query.request.sortDescriptors ?? []
        var result = stored
        if sorted.isEmpty {
            let stay = Set(matching)
            result.remove(Set(changed).subtracting(stay))
            let present = result.members(of: stay)
            for object in matching where !present.contains(object) { result.insert(object, at: result.count) }
        } else {
            result.remove(Set(changed))
            let order = try ObjectOrder(sorted)
            for object in matching {
                result.insert(object, at: try insertionIndex(of: object, in: result, order))
            }
        }
        result.cut(offset: query.fetchOffset, limit: query.fetchLimit)
        return result
    }

    /// The index of an object: after all objects that precede it in the order.
    private func insertionIndex(
        of object: NSManagedObject, in list: some OverlaidResult, _ order: ObjectOrder
    ) throws
        -> Int
    {
        try order.insertionIndex(of: order.keys(of: object), in: 0..<list.count) { list.object(at: $0) }
    }
}
