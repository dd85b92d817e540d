// SPDX-License-Identifier: Apache-2.0
// The stores of a coordinator at one moment, which the first read chooses (snapshot isolation). GenerationSource.swift
// reads this state for a context.

import Foundation
import PerdureStore

/// One state of the stores, shared by all contexts that are pinned to it.
///
/// It has a row cache of its own, so that it never finds a row of another state.
final class StoreGeneration: Sendable {
    private struct Part: Sendable {
        /// The store's identity; does not keep the store alive.
        let namespace: ObjectIDNamespace
        /// Nil for a store without former states: its newest state is read.
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
                try store.engine.readView()
            }
            return Part(
                namespace: store.namespace, reader: reader,
                rows: reader == nil ? store.rows : store.emptyRows())
        }
    }

    /// A store in the state of this generation; nil for a store that the generation does not have.
    func view(of store: EngineStore) -> StoreView? {
        guard let part = parts.first(where: { $0.namespace === store.namespace }) else { return nil }
        // The rows of a removed store are gone like its file.
        if store.persistentStoreCoordinator == nil { part.rows.removeAll() }
        return StoreView(store: store, reader: part.reader ?? store.engine, rows: part.rows)
    }

    /// Whether all stores of the generation are still open.
    func isComplete(in stores: [EngineStore]) -> Bool {
        parts.allSatisfy { part in part.reader == nil || stores.contains { $0.namespace === part.namespace } }
    }
}

/// A generation that is chosen by the first read.
final class GenerationPin: @unchecked Sendable {
    // Sendable because the lock protects the generation, and reads of the weak reference are atomic.
    private let lock = NSLock()
    private var chosen: StoreGeneration?
    /// Weak, because tokens may outlive the coordinator.
    private weak var coordinator: NSPersistentStoreCoordinator?

    /// Makes a pin that no read has used yet.
    init(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

    /// The generation, chosen by the first call; nil while no store keeps former states.
    ///
    /// - Throws: what the stores report.
    func generation() throws -> StoreGeneration? {
        lock.lock()
        defer { lock.unlock() }
        if let chosen { return chosen }
        guard let coordinator else { return nil }
        let stores = coordinator.engineStores
        guard stores.contains(where: \.engine.keepsReadViews) else { return nil }
        // The state of one store is consistent by itself. The states of several stores must have the same saves.
        chosen =
            stores.count == 1
            ? try StoreGeneration(of: stores)
            : try coordinator.commitLock.alone { try StoreGeneration(of: stores) }
        return chosen
    }

    /// The generation, if a read has chosen it.
    var known: StoreGeneration? {
        lock.lock()
        defer { lock.unlock() }
        return chosen
    }

    /// Whether the pin belongs to a coordinator.
    func belongs(to other: NSPersistentStoreCoordinator) -> Bool { coordinator === other }
}
