// SPDX-License-Identifier: Apache-2.0
// Swift key paths in requests, where Apple's API takes names as strings. propertiesToFetch and propertiesToGroupBy take key
// paths directly (Fetching/ResultColumns.swift).

import Foundation
import PerdurePredicates

extension NSFetchRequest where ResultType: NSManagedObject {
    /// Prefetches the destinations of relationships; adds to `relationshipKeyPathsForPrefetching`.
    ///
    /// ```swift
    /// try request.prefetch(\.director, \.reviews)
    /// ```
    ///
    /// - Parameter keyPaths: Relationships.
    /// - Throws: `CoreDataException` for a key path without a name.
    public final func prefetch(_ keyPaths: PartialKeyPath<ResultType>...) throws {
        try prefetch(keyPaths)
    }

    final func prefetch(_ keyPaths: [PartialKeyPath<ResultType>]) throws {
        guard !keyPaths.isEmpty else { return }
        let names = try keyPaths.map { try $0.propertyName() }
        relationshipKeyPathsForPrefetching = (relationshipKeyPathsForPrefetching ?? []) + names
    }

    /// Sets limit, offset, batch size and prefetched relationships of a typed fetch.
    final func page(
        _ limit: Int?, offset: Int, batchSize: Int, prefetching keyPaths: [PartialKeyPath<ResultType>]
    ) throws {
        fetchLimit = limit ?? 0
        fetchOffset = offset
        fetchBatchSize = batchSize
        try prefetch(keyPaths)
    }
}
