// SPDX-License-Identifier: Apache-2.0
// A fetch's results corrected by unsaved changes: what is deleted goes, what changed is tested in memory,
// what is new comes in at its place in the order. Nulls compare as the request says, as in the stores.

import Foundation
import PerdurePredicates

/// The changed objects that a fetch may concern.
struct PendingMatches {
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
    ///
    /// - Parameter stored: what the stores have found for the widened request.
    /// - Returns: the result with the changes in their places, cut to the request's page.
    /// - Throws: what the predicate reports.
    func merged<Result: CorrectedResult>(into stored: Result) throws -> Result {
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
            for object in matching { result.insert(object, at: try place(of: object, in: result, order)) }
        }
        result.cut(offset: query.fetchOffset, limit: query.fetchLimit)
        return result
    }

    /// Behind all objects that come before it.
    private func place(of object: NSManagedObject, in list: some CorrectedResult, _ order: ObjectOrder) throws
        -> Int
    {
        try order.place(of: order.keys(of: object), in: 0..<list.count) { list.object(at: $0) }
    }
}
