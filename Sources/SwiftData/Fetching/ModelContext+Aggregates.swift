// SPDX-License-Identifier: Apache-2.0
// What a store computes over models, without making them: counts, sums, averages, extremes, also by groups.

import Foundation
import Perdure
import SwiftDataPredicates

extension ModelContext {
    /// Values computed over the models that match.
    ///
    /// ```swift
    /// let (count, pages) = try context.values(of: Book.self, .count, .sum(\.pages))
    /// ```
    ///
    /// Costs one statement, and makes no models. While the context has unsaved changes, which take part, the models are fetched.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - model: The class; subclasses are included.
    ///   - predicate: What matches; nil for all.
    ///   - aggregates: What to compute.
    /// - Returns: The values, in the order of the aggregates.
    /// - Throws: `SwiftDataError.unsupportedKeyPath` for a property that cannot be computed with, what a fetch throws, and the
    ///   store's errors.
    public func values<T: PersistentModel, each Value>(
        of model: T.Type, where predicate: Predicate<T>? = nil,
        _ aggregates: repeat Aggregate<T, each Value>
    ) throws -> (repeat each Value) {
        let fetch = try aggregateFetch(of: model, predicate)
        return try Self.translated { try fetch.values(repeat each aggregates) }
    }

    /// Values computed over groups of the models that match, ascending by what a group has in common.
    ///
    /// ```swift
    /// for (author, (count, pages)) in try context.groups(of: Book.self, by: \.author?.name, .count, .average(\.pages)) { … }
    /// ```
    ///
    /// Costs one statement, and makes no models. While the context has unsaved changes, which take part, the models are fetched.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - model: The class; subclasses are included.
    ///   - keyPath: The property that the models of a group have in common; nil is a group of its own, and comes first.
    ///   - predicate: What matches; nil for all.
    ///   - aggregates: What to compute for each group.
    /// - Returns: The groups.
    /// - Throws: `SwiftDataError.unsupportedKeyPath` for a property that cannot be grouped by or computed with, what a fetch throws,
    ///   and the store's errors.
    public func groups<T: PersistentModel, Key, each Value>(
        of model: T.Type, by keyPath: KeyPath<T, Key>, where predicate: Predicate<T>? = nil,
        _ aggregates: repeat Aggregate<T, each Value>
    ) throws -> [(key: Key, values: (repeat each Value))] {
        let fetch = try aggregateFetch(of: model, predicate)
        return try Self.translated { try fetch.groups(by: keyPath, repeat each aggregates) }
    }

    private func aggregateFetch<T: PersistentModel>(
        of model: T.Type, _ predicate: Predicate<T>?
    ) throws -> AggregateFetch<T> {
        // The request itself is not needed: making it reports a class that the container lacks.
        _ = try request(for: FetchDescriptor<T>(predicate: predicate))
        adoptSaves()
        return try Self.translated {
            try AggregateFetch(predicate, in: store, naming: ModelNames(stores))
        }
    }
}
