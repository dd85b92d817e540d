// SPDX-License-Identifier: Apache-2.0
// A private copy of a real store, opened through the public API.

import Foundation
import Perdure
import PerdureTestSupport

/// A coordinator and a context on a copy of a fixture.
final class OpenedStore {
    let folder: TemporaryFolder
    let file: URL
    let model: NSManagedObjectModel
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext

    init(_ store: FixtureStore) throws {
        folder = try TemporaryFolder()
        file = try folder.copyStore(store.url)
        model = try store.model(of: file)
        (coordinator, context) = try Self.stack(on: file, model: model)
    }

    /// A fresh coordinator on a file, with one context; a history that the file has is gone on with.
    static func stack(on file: URL, model: NSManagedObjectModel) throws
        -> (NSPersistentStoreCoordinator, NSManagedObjectContext)
    {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file,
            options: try hasHistory(file) ? [NSPersistentHistoryTrackingKey: true] : nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return (coordinator, context)
    }

    static func hasHistory(_ file: URL) throws -> Bool {
        guard FileManager.default.fileExists(atPath: file.path) else { return false }
        return try RawDatabase(file).value("SELECT 1 FROM sqlite_master WHERE name = 'ATRANSACTION'") != nil
    }

    /// All objects of an entity and its subentities.
    func objects(_ entity: String) throws -> [NSManagedObject] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
    }

    /// Ends the work with the file.
    func close() throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}
