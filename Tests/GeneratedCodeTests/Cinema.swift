// SPDX-License-Identifier: Apache-2.0
// The model Cinema.xcdatamodel with a store in memory, for the suites of this target. Its classes stand in
// Generated/, as `perdure generate Cinema.xcdatamodel --output Generated --sources .` writes them.

import CoreData
import Foundation

/// A context over the model.
struct Cinema {
    let context: NSManagedObjectContext

    /// The folder of this target's sources.
    static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    /// The model's source.
    static let modelFile = sources.appendingPathComponent("Cinema.xcdatamodel")

    /// One model for all tests: entities of classes are looked up among the models in use.
    private static let model = NSManagedObjectModel(contentsOf: modelFile)

    init() throws {
        guard let model = Self.model else { throw CocoaError(.fileReadCorruptFile) }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
    }
}
