// SPDX-License-Identifier: Apache-2.0
// A store on disk, opened afresh for each run, so that no cache is warm by accident.

import CoreData
import Foundation

/// One coordinator and one context on a file.
struct Stack {
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext

    init(_ file: URL, model: NSManagedObjectModel, options: [String: Any]? = nil) throws {
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file, options: options)
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
    }

    func close() throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    func entity(_ name: String = "Item") throws -> NSEntityDescription {
        guard let entity = coordinator.managedObjectModel.entitiesByName[name] else {
            throw BenchmarkFailure("the model has no entity \(name)")
        }
        return entity
    }

    func fetchItems() throws -> [Item] { try context.fetch(NSFetchRequest<Item>(entityName: "Item")) }

    /// IDs of items by their keys, made from URIs, so that neither context nor row cache has seen the objects.
    func ids(_ keys: some Sequence<Int64>, of entity: String = "Item") throws -> [NSManagedObjectID] {
        guard let identifier = coordinator.persistentStores.first?.identifier else { return [] }
        return try keys.map { key in
            let text = "x-coredata://\(identifier)/\(entity)/p\(key)"
            guard let url = URL(string: text), let id = coordinator.managedObjectID(forURIRepresentation: url)
            else { throw BenchmarkFailure("no ID for \(text)") }
            return id
        }
    }
}

package struct BenchmarkFailure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// The memory of the process that the system counts as resident.
func residentMegabytes() -> Double {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
}
