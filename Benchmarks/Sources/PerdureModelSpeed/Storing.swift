// SPDX-License-Identifier: Apache-2.0
// 200,000 objects inserted, saved, fetched and read: as models, and as managed objects of the same entity, in files of the same form.

import CoreData
import Foundation
import SwiftData

/// Insertions and fetches of many objects.
struct Storing {
    let rows: Int
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "perdure-model-speed-\(ProcessInfo.processInfo.processIdentifier)")

    func print() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var models: [(insert: Double, fetch: Double)] = []
        var objects: [(insert: Double, fetch: Double)] = []
        for run in 0..<3 {
            objects.append(try managed(folder.appendingPathComponent("objects\(run).store")))
            models.append(try modelled(folder.appendingPathComponent("models\(run).store")))
        }
        let (object, model) = (Self.best(objects), Self.best(models))
        row("NSManagedObject: \(rows) inserted and saved", object.insert, 1, "s ")
        row("@Model: \(rows) inserted and saved", model.insert, model.insert / object.insert, "s ")
        row("NSManagedObject: \(rows) fetched and read", object.fetch, 1, "s ")
        row("@Model: \(rows) fetched and read", model.fetch, model.fetch / object.fetch, "s ")
    }

    private static func best(_ runs: [(insert: Double, fetch: Double)]) -> (insert: Double, fetch: Double) {
        (runs.map(\.insert).min() ?? 0, runs.map(\.fetch).min() ?? 0)
    }

    private func modelled(_ url: URL) throws -> (Double, Double) {
        let container = try ModelContainer(
            for: ModelItem.self, configurations: ModelConfiguration(url: url))
        let insert = try seconds {
            let context = ModelContext(container)
            for number in 0..<rows { context.insert(ModelItem(number: number, name: "item \(number)")) }
            try context.save()
        }
        var total = 0
        let fetch = try seconds {
            let context = ModelContext(container)
            for item in try context.fetch(FetchDescriptor<ModelItem>()) {
                total &+= item.number &+ item.name.utf8.count
            }
        }
        precondition(total > 0)
        return (insert, fetch)
    }

    private func managed(_ url: URL) throws -> (Double, Double) {
        guard let model = NSManagedObjectModel.makeManagedObjectModel(for: ModelItem.self) else {
            return (0, 0)
        }
        model.entitiesByName["ModelItem"]?.managedObjectClassName = NSStringFromClass(ManagedItem.self)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            type: .sqlite, configuration: nil, at: url, options: [NSPersistentHistoryTrackingKey: true])
        func context() -> NSManagedObjectContext {
            let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            return context
        }
        let insert = try seconds {
            let context = context()
            for number in 0..<rows {
                let item = ManagedItem(context: context)
                item.number = number
                item.name = "item \(number)"
            }
            try context.save()
        }
        var total = 0
        let fetch = try seconds {
            let request = NSFetchRequest<ManagedItem>(entityName: "ModelItem")
            request.returnsObjectsAsFaults = false
            for item in try context().fetch(request) { total &+= item.number &+ item.name.utf8.count }
        }
        precondition(total > 0)
        return (insert, fetch)
    }
}
