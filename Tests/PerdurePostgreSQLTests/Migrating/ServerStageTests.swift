// SPDX-License-Identifier: Apache-2.0
// Stages of stores on servers.

#if PostgreSQL
import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureMapping
import PerdureMigration
import PerdurePostgreSQLClient
import PerdurePostgreSQLStores
import PerdureTestSupport
import Synchronization
import Testing

@Suite("PostgreSQL: stages", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerStageTests {
    private static let versions = [
        NSManagedObjectModel(EntitySketch("Person", .attribute("name"))),
        NSManagedObjectModel(
            EntitySketch("Person", .attribute("name"), .attribute("given"), .attribute("family"))),
        NSManagedObjectModel(EntitySketch("Person", .attribute("given"), .attribute("family"))),
    ]

    /// Counts calls from any thread.
    private final class Calls: Sendable {
        private let number = Mutex(0)

        var count: Int { number.withLock { $0 } }

        func add() { number.withLock { $0 += 1 } }
    }

    private static func reference(_ model: NSManagedObjectModel) -> NSManagedObjectModelReference {
        NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
    }

    /// Two versions by inference, the third by a handler that splits names.
    private static func manager(_ calls: Calls) -> NSStagedMigrationManager {
        let splitting = NSCustomMigrationStage(
            migratingFrom: reference(versions[1]), to: reference(versions[2]))
        splitting.willMigrateHandler = { manager, _ in
            calls.add()
            guard let context = manager.container?.newBackgroundContext() else { return }
            try context.performAndWait {
                for person in try context.all("Person", by: "name") {
                    let names = (person.value(forKey: "name") as? String ?? "").split(separator: " ")
                    person.setValue(names.first.map(String.init), forKey: "given")
                    person.setValue(names.last.map(String.init), forKey: "family")
                }
                try context.save()
            }
        }
        return NSStagedMigrationManager([
            NSLightweightMigrationStage([versions[0].versionChecksum]), splitting,
        ])
    }

    private static func open(
        _ namespace: ServerNamespace, _ model: NSManagedObjectModel, _ calls: Calls? = nil
    ) throws -> NSManagedObjectContext {
        var options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
            // The URL alone does not lead to the store.
            "PerdurePostgreSQLSchema": namespace.name,
        ]
        if let calls { options[NSPersistentStoreStagedMigrationManagerOptionKey] = manager(calls) }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            type: .postgreSQL, at: try #require(URL(string: TestStores.url ?? "")), options: options)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private static func fill(_ namespace: ServerNamespace) throws {
        let context = try open(namespace, versions[0])
        try context.performAndWait {
            for name in ["Ada Lovelace", "Alan Turing"] { context.insert("Person", ["name": name]) }
            try context.save()
        }
        for store in context.persistentStoreCoordinator?.persistentStores ?? [] {
            try context.persistentStoreCoordinator?.remove(store)
        }
    }

    private static func families(_ context: NSManagedObjectContext) throws -> [String?] {
        try context.performAndWait {
            try context.all("Person", by: "given").map { $0.value(forKey: "family") as? String }
        }
    }

    @Test("PG-138 MIG-120 a store on a server goes through all versions, and handlers move its data")
    func stages() throws {
        let (namespace, calls) = (try ServerNamespace(), Calls())
        try Self.fill(namespace)
        let context = try Self.open(namespace, Self.versions[2], calls)
        #expect(try Self.families(context) == ["Lovelace", "Turing"])
        #expect(calls.count == 1)
    }

    @Test("PG-138 of several coordinators that go through the stages at once one does it")
    func together() throws {
        let (namespace, calls) = (try ServerNamespace(), Calls())
        try Self.fill(namespace)
        let results = Mutex<[[String?]]>([])
        let done = DispatchGroup()
        for _ in 0..<3 {
            done.enter()
            Thread.detachNewThread {
                defer { done.leave() }
                do {
                    let found = try Self.families(Self.open(namespace, Self.versions[2], calls))
                    results.withLock { $0.append(found) }
                } catch { Issue.record(error) }
            }
        }
        done.wait()
        #expect(results.withLock { $0 } == .init(repeating: ["Lovelace", "Turing"], count: 3))
        #expect(calls.count == 1)
    }
}
#endif
