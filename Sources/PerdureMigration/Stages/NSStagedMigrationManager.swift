// SPDX-License-Identifier: Apache-2.0
// The stages of a store's migration, as an option of the store. StagedMigration.swift runs them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import Perdure

/// Option: the `NSStagedMigrationManager` that leads a store of an older version to the model's.
///
/// Both options of automatic migration must be true, as they are in a new `NSPersistentStoreDescription`.
public let NSPersistentStoreStagedMigrationManagerOptionKey =
    "NSPersistentStoreStagedMigrationManagerOptionKey"

/// Leads stores through the versions of a model, in stages.
///
/// A manager may be used for several stores; the second waits until the first is done.
open class NSStagedMigrationManager: NSObject {
    /// The stages, in their order.
    public let stages: [NSMigrationStage]

    /// The container of the store while a handler runs; nil at any other time.
    ///
    /// It has the model of that moment and this one store, loaded already. Its contexts and their objects cannot be used when the
    /// handler has returned.
    public var container: NSPersistentContainer? { state.withLock { opened } }

    // The container, which threads other than the handler's may ask for.
    private let state = NSLock()
    private var opened: NSPersistentContainer?
    /// Held while a store is migrated; recursive, because a handler may add another store with the same stages.
    private let turn = NSRecursiveLock()

    /// Makes a manager.
    ///
    /// - Parameter stages: The stages, in the order of the versions.
    public init(_ stages: [NSMigrationStage]) { self.stages = stages }

    /// Runs the migration of one store.
    final func exclusively(_ body: () throws -> Void) rethrows {
        turn.lock()
        defer { turn.unlock() }
        try body()
    }

    /// Shows a container while a body runs.
    final func showing(_ container: NSPersistentContainer, _ body: () throws -> Void) rethrows {
        let outer = exchange(container)
        defer { _ = exchange(outer) }
        try body()
    }

    private func exchange(_ container: NSPersistentContainer?) -> NSPersistentContainer? {
        state.withLock {
            let former = opened
            opened = container
            return former
        }
    }
}
