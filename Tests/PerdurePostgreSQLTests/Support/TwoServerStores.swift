// SPDX-License-Identifier: Apache-2.0
// A coordinator with two stores on a server: entity A lives in one namespace, entity B in the other.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport

/// Two stores behind one coordinator; A's comes first in the order of URLs.
struct TwoServerStores {
    let coordinator: NSPersistentStoreCoordinator
    let a: NSPersistentStore
    let b: NSPersistentStore
    let namespaces: [ServerNamespace]

    /// Opens the stores, those that are missing are made.
    ///
    /// - Parameters:
    ///   - others: stores of another coordinator to open; nil for new ones.
    ///   - isReversed: whether B's store is added first.
    ///   - tracksHistory: whether the stores have a history.
    /// - Throws: what adding the stores reports.
    init(_ others: TwoServerStores? = nil, isReversed: Bool = false, tracksHistory: Bool = false) throws {
        namespaces =
            try others?.namespaces ?? (0..<2).map { _ in try ServerNamespace() }.sorted { $0.name < $1.name }
        let places = namespaces
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
        let add = { (index: Int) in
            try coordinator.addPersistentStore(
                ofType: PostgreSQLStoreType, configurationName: ["A", "B"][index], at: places[index].url,
                options: [NSPersistentHistoryTrackingKey: tracksHistory])
        }
        let first = try add(isReversed ? 1 : 0)
        let second = try add(isReversed ? 0 : 1)
        (a, b) = isReversed ? (second, first) : (first, second)
        self.coordinator = coordinator
    }

    private static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch("A", .attribute("name")), EntitySketch("B", .attribute("name")))
        for entity in model.entities {
            model.setEntities([entity], forConfigurationName: entity.name ?? "")
        }
        return model
    }

    func context(_ policy: NSMergePolicy = .error) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.mergePolicy = policy
        return context
    }

    /// Saves one object in each store.
    func fill(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let objects = [context.insert("A", ["name": "a"]), context.insert("B", ["name": "b"])]
        try context.save()
        return objects
    }

    /// Gives each store's object a name, and saves both at once.
    static func rename(_ ids: [NSManagedObjectID], _ name: String, _ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            for id in ids {
                let object = try context.existingObject(with: id)
                context.refresh(object, mergeChanges: false)
                object.setValue(name, forKey: "name")
            }
            try context.save()
        }
    }

    /// The table of an entity.
    func table(_ entity: String) -> String {
        "\(namespaces[entity == "A" ? 0 : 1].name).\(entity.lowercased())"
    }

    /// What another program reads: names and versions.
    func stored(_ entity: String) throws -> [String] {
        try SharedServer.run("SELECT name || ' ' || version FROM \(table(entity)) ORDER BY id")
    }

    /// Another program in the namespace of an entity.
    func writer(_ entity: String) throws -> PlainWriter {
        try PlainWriter(namespaces[entity == "A" ? 0 : 1].name)
    }
}
#endif
