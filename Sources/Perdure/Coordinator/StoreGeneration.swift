// SPDX-License-Identifier: Apache-2.0
// The stores of a coordinator as they were at one moment, and the choice of that moment by the first read.
// GenerationSource.swift reads them for a context.

import Foundation
import PerdureStore

/// One state of the stores, shared by all contexts that are pinned to it.
///
/// It has rows of its own, so that no row of another state is ever found in it.
final class StoreGeneration: Sendable {
    private struct Part: Sendable {
        /// Stands for the store, without keeping it.
        let origin: ObjectIDOrigin
        /// nil for a store that has no former states: it is read as it is.
        let reader: (any StoreReader)?
        let rows: RowCache
    }

    private let parts: [Part]

    /// Takes the newest state of stores.
    ///
    /// - Throws: what the stores report.
    init(of stores: [EngineStore]) throws {
        parts = try stores.map { store in
            let reader = try NSPersistentStoreCoordinator.translatingErrors(store.url) {
                try store.engine.snapshot()
            }
            return Part(origin: store.origin, reader: reader, rows: reader == nil ? store.rows : RowCache())
        }
    }

    /// A store as this generation has it; nil for one that it does not know.
    func view(of store: EngineStore) -> StoreView? {
        guard let part = parts.first(where: { $0.origin === store.origin }) else { return nil }
        // What was read of a store that has been removed since is as gone as its file.
        if store.persistentStoreCoordinator == nil { part.rows.removeAll() }
        return StoreView(store: store, reader: part.reader ?? store.engine, rows: part.rows)
    }

    /// Whether all stores whose state it holds are still open.
    func isComplete(in stores: [EngineStore]) -> Bool {
        parts.allSatisfy { part in part.reader == nil || stores.contains { $0.origin === part.origin } }
    }
}

/// A generation that is chosen by the first read.
final class GenerationPin: @unchecked Sendable {
    // Sendable because the generation is touched under the lock only, and reading the weak reference is atomic.
    private let lock = NSLock()
    private var chosen: StoreGeneration?
    /// Tokens may outlive it.
    private weak var coordinator: NSPersistentStoreCoordinator?

    /// Makes a pin that no read has used yet.
    init(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

    /// The generation, chosen now if it was not before; nil while no store keeps former states.
    ///
    /// - Throws: what the stores report.
    func generation() throws -> StoreGeneration? {
        lock.lock()
        defer { lock.unlock() }
        if let chosen { return chosen }
        guard let coordinator else { return nil }
        let stores = coordinator.engineStores
        guard stores.contains(where: \.engine.keepsSnapshots) else { return nil }
        // One store's state is whole by itself; those of several must be of the same saves.
        chosen =
            stores.count == 1
            ? try StoreGeneration(of: stores)
            : try coordinator.commitLock.alone { try StoreGeneration(of: stores) }
        return chosen
    }

    /// The generation if it was chosen already.
    var known: StoreGeneration? {
        lock.lock()
        defer { lock.unlock() }
        return chosen
    }

    /// Whether it leads to the stores of a coordinator.
    func belongs(to other: NSPersistentStoreCoordinator) -> Bool { coordinator === other }
}
