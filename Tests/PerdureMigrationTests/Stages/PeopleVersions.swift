// SPDX-License-Identifier: Apache-2.0
// Versions of a model about people, whose names become two names, and a store of the first version.

import CoreData
import Foundation
import PerdureTestSupport

/// Versions of one model: only code can lead from the first to the third without a loss.
enum PeopleVersions {
    /// People have a name.
    static func first(_ entity: String = "Person") -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch(entity, .attribute("name")))
    }

    /// They have two names more.
    static func second(_ entity: String = "Person") -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(entity, .attribute("name"), .attribute("given"), .attribute("family")))
    }

    /// They have two names.
    static func third(_ entity: String = "Person") -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch(entity, .attribute("given"), .attribute("family")))
    }

    /// They have an age too.
    static func fourth(_ entity: String = "Person") -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                entity, .attribute("given"), .attribute("family"),
                .attribute("age", .integer16AttributeType, isOptional: false, default: 7)))
    }

    static func reference(_ model: NSManagedObjectModel) -> NSManagedObjectModelReference {
        NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
    }

    /// A stage from the second to the third version, which splits the names before it.
    static func splitting(_ calls: ThreadErrors = ThreadErrors()) -> NSCustomMigrationStage {
        let stage = NSCustomMigrationStage(migratingFrom: reference(second()), to: reference(third()))
        stage.label = "Split the names"
        stage.willMigrateHandler = { manager, stage in
            calls.add("will \(stage.label ?? "")")
            try split(manager)
        }
        stage.didMigrateHandler = { manager, _ in
            let entity = manager.container?.managedObjectModel.entitiesByName["Person"]
            calls.add("did \(entity?.attributesByName.keys.sorted().joined(separator: ",") ?? "")")
        }
        return stage
    }

    /// Splits the name of each person at its space.
    static func split(_ manager: NSStagedMigrationManager) throws {
        guard let context = manager.container?.newBackgroundContext() else { return }
        try context.performAndWait {
            for person in try context.all("Person", "given == nil") {
                let names = (person.value(forKey: "name") as? String ?? "").split(separator: " ")
                person.setValue(names.first.map(String.init), forKey: "given")
                person.setValue(names.last.map(String.init), forKey: "family")
            }
            try context.save()
        }
    }
}

/// A store of the first version in a folder of its own.
struct PeopleFile {
    let folder: TemporaryFolder
    let url: URL
    let entity: String

    init(_ entity: String = "Person") throws {
        folder = try TemporaryFolder()
        url = folder.file("People.sqlite")
        self.entity = entity
        let stack = try Stack(at: url, PeopleVersions.first(entity))
        let context = stack.context()
        try context.performAndWait {
            for name in ["Ada Lovelace", "Alan Turing"] { context.insert(entity, ["name": name]) }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    /// A store that is in a folder already.
    init(_ folder: TemporaryFolder, _ name: String) {
        self.folder = folder
        url = folder.file(name)
        entity = "Person"
    }

    /// Both automatic options, with the stages.
    static func options(_ manager: NSStagedMigrationManager) -> [AnyHashable: Any] {
        [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
            NSPersistentStoreStagedMigrationManagerOptionKey: manager,
        ]
    }

    /// Opens the store under a model, and gives the values of some keys, sorted.
    @discardableResult
    func open(
        _ model: NSManagedObjectModel, _ stages: [NSMigrationStage], reading keys: [String] = []
    ) throws -> [String] {
        try open(model, Self.options(NSStagedMigrationManager(stages)), reading: keys)
    }

    /// Opens the store with options of choice.
    @discardableResult
    func open(
        _ model: NSManagedObjectModel, _ options: [AnyHashable: Any], reading keys: [String] = []
    ) throws -> [String] {
        let stack = try Stack(at: url, model, options: options)
        let context = stack.context()
        let texts = try context.performAndWait {
            try context.all(entity).map { person in
                keys.map { "\(person.value(forKey: $0) ?? "nil")" }.joined(separator: " ")
            }
        }
        try stack.coordinator.remove(stack.store)
        return texts.sorted()
    }

    /// The checksum of the store's version.
    func checksum() throws -> String? {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)[
            NSPersistentStoreModelVersionChecksumKey] as? String
    }
}
