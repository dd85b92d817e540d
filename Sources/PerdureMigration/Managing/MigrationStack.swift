// SPDX-License-Identifier: Apache-2.0
// One side of a migration: a coordinator with one store, and a context.

import Foundation
import Perdure
import PerdureBase
import PerdureModel
import PerdureStore

/// The source or the destination of a migration.
final class MigrationStack {
    let coordinator: NSPersistentStoreCoordinator
    let context: MigrationContext
    private(set) var store: EngineStore?

    init(_ model: NSManagedObjectModel) {
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        context = MigrationContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.validatesSaves = false
    }

    /// A copy of a model whose objects are plain, so that migrations need no classes of the program.
    static func plainCopy(of model: NSManagedObjectModel) -> NSManagedObjectModel {
        // The copy of a model is a model.
        let copy = model.copy() as! NSManagedObjectModel
        copy.makesPlainObjects = true
        try? copy.freeze()
        // The given model is in use from now on, as on Apple's systems.
        try? model.freeze()
        return copy
    }

    /// Each row is read once or twice and not again soon, so that more in memory than some batches is no gain.
    private static let rowCapacity = 20_000

    /// Opens the store.
    ///
    /// - Throws: what adding the store throws.
    func open(_ place: StorePlace) throws {
        var options = place.options
        options[StoreSpecification.rowCapacityKey] = Self.rowCapacity
        let added = try coordinator.addPersistentStore(
            ofType: place.type, configurationName: place.configuration, at: place.url, options: options)
        store = coordinator.engineStore(of: added)
    }

    /// Closes the store; objects cannot be read any more.
    func close() throws {
        context.reset()
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        store = nil
    }

    /// The objects of keys, in their order.
    func objects(_ keys: some Sequence<ObjectKey>) -> [NSManagedObject] {
        guard let namespace = store?.namespace else { return [] }
        return keys.map { context.object(with: namespace.id($0)) }
    }
}
