// SPDX-License-Identifier: Apache-2.0
// The interface of migration to this layer: what becomes of a store of another version. PerdureMigration decides it;
// VersionedOpening.swift carries it out, StoreVersion.swift asks.

import CPerdureSymbols
import Foundation
import PerdurePropertyList
import PerdureStore

/// Decides what becomes of stores of other versions.
package protocol StoreMigrations: Sendable {
    /// The way from a store's version to the model of its coordinator; the options allow to migrate.
    ///
    /// The store is being read meanwhile, so nothing is written here.
    ///
    /// - Throws: 134130 without a model of the store, 134140 without a way.
    func decision(for store: DifferingStore) throws -> MigrationDecision

    /// Whether a model of this program made a store with these metadata.
    func knowsModel(of facts: [String: Any]) -> Bool

    /// The class that migrates by mapping models.
    var managerClass: AnyClass { get }
}

/// A store that has another version than the model of its coordinator.
package struct DifferingStore {
    package let specification: StoreSpecification
    package let coordinator: NSPersistentStoreCoordinator
    package let metadata: [String: PropertyListValue]
    /// The archive of the model that the store has inside; nil when it has none.
    package let modelArchive: Data?
    /// The migration of a store that differs in derived attributes alone.
    package let derived: StoreMigration?

    /// The metadata for programs.
    package var facts: [String: Any] { MetadataConversion.dictionary(metadata) }

    /// The hashes of the store's entities, by name.
    package var hashes: [String: Data] { StoreVersion.hashes(metadata) }
}

/// What becomes of a store.
package enum MigrationDecision {
    /// It is opened as it is.
    case open
    /// The engine migrates it while it opens it.
    case inPlace(any InPlaceWay)
    /// Something else comes first, and is done while nobody reads the store; then the store is looked at again.
    case first(() throws -> Void)
}

/// A migration that the engine carries out.
package protocol InPlaceWay {
    var migration: StoreMigration { get }

    /// Opens the store, with all that belongs to the migration and is not the engine's: what comes before, and its errors.
    func run<Opened>(_ open: () throws -> Opened) throws -> Opened
}

/// The decisions as an object, for the way from a module above this one.
package final class StoreMigrationsBox {
    let migrations: any StoreMigrations

    package init(_ migrations: any StoreMigrations) { self.migrations = migrations }
}

extension StoreVersion {
    /// What decides; it stands in a module above this one, which every program with this one links.
    static let migrations: any StoreMigrations = {
        // The function of PerdureMigration gives a box that the caller owns.
        Unmanaged<StoreMigrationsBox>.fromOpaque(perdure_store_migrations()).takeRetainedValue().migrations
    }()
}
