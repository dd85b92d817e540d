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
        // A model is an object of its own beside the managed one, which must find it while it is alive.
        let floor =
            try (0..<3).map { try companions(folder.appendingPathComponent("objects\($0).store")) }.min() ?? 0
        row("objects with a companion each: fetched and read", floor, floor / object.fetch, "s ")
        row("@Model against these", model.fetch, model.fetch / floor, "s ")
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

    private func coordinator(_ url: URL) throws -> NSPersistentStoreCoordinator {
        guard let model = NSManagedObjectModel.makeManagedObjectModel(for: ModelItem.self) else {
            throw CocoaError(.featureUnsupported)
        }
        model.entitiesByName["ModelItem"]?.managedObjectClassName = NSStringFromClass(ManagedItem.self)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            type: .sqlite, configuration: nil, at: url, options: [NSPersistentHistoryTrackingKey: true])
        return coordinator
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func fetched(_ coordinator: NSPersistentStoreCoordinator) throws -> [ManagedItem] {
        let request = NSFetchRequest<ManagedItem>(entityName: "ModelItem")
        request.returnsObjectsAsFaults = false
        return try context(coordinator).fetch(request)
    }

    /// The least that a fetch of models can cost.
    private func companions(_ url: URL) throws -> Double {
        let coordinator = try coordinator(url)
        var total = 0
        let time = try seconds {
            let companions = try fetched(coordinator).map { Companion($0) }
            for item in companions { total &+= item.object.number &+ item.object.name.utf8.count }
        }
        precondition(total > 0)
        return time
    }

    private func managed(_ url: URL) throws -> (Double, Double) {
        let coordinator = try coordinator(url)
        let insert = try seconds {
            let context = context(coordinator)
            for number in 0..<rows {
                let item = ManagedItem(context: context)
                item.number = number
                item.name = "item \(number)"
            }
            try context.save()
        }
        var total = 0
        let fetch = try seconds {
            for item in try fetched(coordinator) { total &+= item.number &+ item.name.utf8.count }
        }
        precondition(total > 0)
        return (insert, fetch)
    }
}

/// Stands beside a managed object, which knows it weakly.
private final class Companion {
    let object: ManagedItem

    init(_ object: ManagedItem) {
        self.object = object
        object.companion = self
    }
}
