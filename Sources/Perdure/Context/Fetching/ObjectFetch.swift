// SPDX-License-Identifier: Apache-2.0
// A fetch as a context asks its row source for it (RowSource.swift).

import Foundation
import PerdureStore

/// A fetch of a context: the request, and the context's additions.
package struct ObjectFetch {
    /// The request with its entity resolved.
    package var request: AnyFetchRequest
    package var entity: NSEntityDescription
    /// The request's predicate, with managed objects and IDs still in it; the coordinator translates these.
    package var predicate: NSPredicate?
    /// Whether the fetch reads rows too (returnsObjectsAsFaults false, or includesPropertyValues).
    var wantsRows: Bool
    var fetchLimit: Int
    var fetchOffset: Int
    /// The relationships to read ahead; nil for none.
    var prefetch: PrefetchTree?
    /// The number of rows that are later read at once; 0 when the fetch reads the rows, or when faults read them one by
    /// one.
    var batchSize = 0
    /// Cancels the fetch; nil when the fetch cannot be cancelled.
    var cancellation: Cancellation?
    /// Whether only the request's propertiesToFetch are read.
    var isPartial = false

    package init(
        request: AnyFetchRequest, entity: NSEntityDescription, predicate: NSPredicate?, wantsRows: Bool,
        fetchLimit: Int, fetchOffset: Int
    ) {
        self.request = request
        self.entity = entity
        self.predicate = predicate
        self.wantsRows = wantsRows
        self.fetchLimit = fetchLimit
        self.fetchOffset = fetchOffset
    }
}

extension ObjectFetch {
    /// Whether the objects take the values that were read; otherwise the rows wait in the row cache.
    var fillsObjects: Bool { !request.returnsObjectsAsFaults || request.shouldRefreshRefetchedObjects }
}
