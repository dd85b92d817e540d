// SPDX-License-Identifier: Apache-2.0
// A store opened under the model of one version, for a step of a staged migration and for the handlers around it.

import Foundation
import Perdure
import PerdureModel

/// The container of a store between two steps.
struct StageContainer {
    let container: NSPersistentContainer
    private let specification: StoreSpecification
    private let options: [AnyHashable: Any]
    /// The store's configuration; nil for a version that does not have it, whose store has all entities.
    private let configuration: String?

    /// What is done once for the whole migration: stages, the copy before it, and what costs a pass through the file.
    private static let left = [
        NSPersistentStoreStagedMigrationManagerOptionKey,
        NSPersistentStoreDescription.backupBeforeMigrationKey, NSSQLiteAnalyzeOption,
        NSSQLiteManualVacuumOption,
    ]

    init(_ specification: StoreSpecification, _ model: NSManagedObjectModel) {
        self.specification = specification
        configuration = specification.configuration.flatMap { model.configurations.contains($0) ? $0 : nil }
        let name = specification.url.deletingPathExtension().lastPathComponent
        container = NSPersistentContainer(name: name, managedObjectModel: model)
        let given = (specification.options ?? [:]).filter { key, _ in
            !Self.left.contains { AnyHashable($0) == key }
        }
        options = given.merging([StoreSpecification.infersOnlyKey: true]) { $1 }
        container.persistentStoreDescriptions = [description]
    }

    /// The store, as programs see it in the container.
    private var description: NSPersistentStoreDescription {
        let description = NSPersistentStoreDescription(url: specification.url)
        description.type = specification.type
        description.configuration = configuration
        for (key, value) in options {
            if let key = key as? String, let value = value as? NSObject {
                description.setOption(value, forKey: key)
            }
        }
        return description
    }

    /// Opens the store.
    func open() throws {
        try container.persistentStoreCoordinator.addPersistentStore(
            ofType: specification.type, configurationName: configuration, at: specification.openingURL,
            options: options)
    }

    /// Closes the store, so that contexts and objects of the container cannot be used any more.
    func close() throws {
        let coordinator = container.persistentStoreCoordinator
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}
