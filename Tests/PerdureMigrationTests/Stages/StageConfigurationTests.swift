// SPDX-License-Identifier: Apache-2.0
// Stages of a store that is added with a configuration which its earlier version does not have.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Stages: configurations") struct StageConfigurationTests {
    /// The third version, where people are in a configuration.
    private static func local() -> NSManagedObjectModel {
        let model = PeopleVersions.third()
        model.setEntities(model.entities, forConfigurationName: "Local")
        return model
    }

    @Test(
        "MIG-128 MIG-129 a version without the store's configuration is open in its handler",
        arguments: [true, false])
    func absent(isInStage: Bool) throws {
        let (file, calls) = (try PeopleFile(), ThreadErrors())
        try file.open(PeopleVersions.second(), LibraryVersions.migrating)
        let next = isInStage ? Self.local() : PeopleVersions.third()
        let stage = NSCustomMigrationStage(
            migratingFrom: PeopleVersions.reference(PeopleVersions.second()),
            to: PeopleVersions.reference(next))
        stage.willMigrateHandler = { manager, _ in
            calls.add("will \(manager.container?.persistentStoreCoordinator.persistentStores.count ?? 0)")
            try PeopleVersions.split(manager)
        }
        stage.didMigrateHandler = { manager, _ in
            calls.add("did \(manager.container?.persistentStoreCoordinator.persistentStores.count ?? 0)")
        }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.local())
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: "Local", at: file.url,
            options: PeopleFile.options(NSStagedMigrationManager([stage])))
        #expect(store.configurationName == "Local")
        #expect(calls.list == ["will 1", "did 1"])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let names = try context.performAndWait {
            try context.all("Person", by: "given").map { $0.value(forKey: "given") as? String }
        }
        #expect(names == ["Ada", "Alan"])
    }
}
