// SPDX-License-Identifier: Apache-2.0
// What to fetch. FetchTranslation.swift turns it into a request.

import Foundation

/// Which models to fetch, in which order.
public struct FetchDescriptor<T: PersistentModel>: Sendable {
    /// What matches; nil for all models.
    public var predicate: Predicate<T>?
    /// The order.
    public var sortBy: [SortDescriptor<T>]
    /// The largest number of models; nil for any.
    public var fetchLimit: Int?
    /// How many models are left out at the beginning.
    public var fetchOffset: Int?
    /// Whether changes that are not saved take part.
    public var includePendingChanges = true
    /// The properties that are read with the row; none for all.
    ///
    /// Unsafe only for the compiler: key paths of models capture no values.
    nonisolated(unsafe) public var propertiesToFetch: [PartialKeyPath<T>] = []
    /// The relationships whose models are read together with these.
    ///
    /// Unsafe only for the compiler: key paths of models capture no values.
    nonisolated(unsafe) public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    /// Describes a fetch.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}
