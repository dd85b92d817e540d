// SPDX-License-Identifier: Apache-2.0
// Ways to bring a store to another version that are not the engine's: stages, mapping models. MigrationPlanner.swift asks them
// in their order before it infers.

import Perdure
import PerdureModel

/// A way to bring a store to another version, outside of its engine.
protocol MigrationWay: Sendable {
    /// The work that brings the store to the coordinator's model, or nearer to it; nil when the way does not concern the
    /// store.
    ///
    /// Nothing is written here: the work is done when nobody reads the store any more, and then the store is looked at
    /// again.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - source: The model that made it; nil where none was found, which is an error when no way concerns the store.
    /// - Returns: The work.
    /// - Throws: The error of adding the store.
    func work(for store: DifferingStore, from source: SourceModel?) throws -> (() throws -> Void)?
}
