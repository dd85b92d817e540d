// SPDX-License-Identifier: Apache-2.0
// A program without model files that keeps the classes of its former versions in enums: inferring, stages, mapping models, and
// stores that were frozen for tests.

import Foundation
import PerdureMacros
import PerdureTestSupport
import PerdureVersionTesting
import Testing

/// The first version: a reader has a name.
enum ReaderV1 {
    @ManagedObject final class Reader: NSManagedObject {
        var name: String = ""
    }

    static var model: NSManagedObjectModel { NSManagedObjectModel(for: Reader.self) }
}

/// The second version: two names more.
enum ReaderV2 {
    @ManagedObject final class Reader: NSManagedObject {
        var name: String = ""
        var given: String?
        var family: String?
    }

    static var model: NSManagedObjectModel { NSManagedObjectModel(for: Reader.self) }
}

/// The third version: the one name is gone, and the class has another name.
enum ReaderV3 {
    @ManagedObject(originalName: "Reader") final class Member: NSManagedObject {
        var given: String?
        var family: String?
    }

    static var model: NSManagedObjectModel { NSManagedObjectModel(for: Member.self) }
}

/// Versions that only a mapping model connects: a number is made of a text.
enum PatronV1 {
    @ManagedObject final class Patron: NSManagedObject {
        var card: String = ""
    }
}

enum PatronV2 {
    @ManagedObject final class Patron: NSManagedObject {
        var card: Int64 = 0
    }
}

@Suite("Versions of macro classes") struct ClassVersionTests {
    private static var migrating: [AnyHashable: Any] {
        [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    }

    /// A store of the first version, made with its own class.
    private func store(_ folder: TemporaryFolder) throws -> URL {
        let url = folder.file("Readers.sqlite")
        let stack = try Stack(at: url, ReaderV1.model)
        let context = stack.context()
        try context.performAndWait {
            for name in ["Ada Lovelace", "Alan Turing"] { ReaderV1.Reader(context: context).name = name }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        return url
    }

    private func reference(_ model: NSManagedObjectModel) -> NSManagedObjectModelReference {
        NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
    }

    private func stages() -> NSStagedMigrationManager {
        let split = NSCustomMigrationStage(
            migratingFrom: reference(ReaderV2.model), to: reference(ReaderV3.model))
        split.willMigrateHandler = { manager, _ in
            guard let context = manager.container?.newBackgroundContext() else { return }
            try context.performAndWait {
                // The objects are of the version's own class.
                for reader in try context.fetch(ReaderV2.Reader.fetchRequest()) where reader.given == nil {
                    let words = reader.name.split(separator: " ").map(String.init)
                    (reader.given, reader.family) = (words.first, words.last)
                }
                try context.save()
            }
        }
        let first = NSLightweightMigrationStage([ReaderV1.model.versionChecksum])
        return NSStagedMigrationManager([first, split])
    }

    private func families(_ url: URL, _ options: [AnyHashable: Any]) throws -> [String] {
        let stack = try Stack(at: url, ReaderV3.model, options: options)
        let context = stack.context()
        let names = try context.performAndWait {
            try context.fetch(ReaderV3.Member.fetchRequest()).compactMap(\.family).sorted()
        }
        try stack.coordinator.remove(stack.store)
        return names
    }

    @Test("MIG-20 versions whose classes stand in enums have one entity: stores go from class to class")
    func inferred() throws {
        let folder = try TemporaryFolder()
        let url = try store(folder)
        let stack = try Stack(at: url, ReaderV2.model, options: Self.migrating)
        let context = stack.context()
        let names = try context.performAndWait {
            try context.fetch(ReaderV2.Reader.fetchRequest()).map(\.name).sorted()
        }
        #expect(names == ["Ada Lovelace", "Alan Turing"])
        try stack.coordinator.remove(stack.store)
    }

    @Test(
        "MIG-128 MIG-129 stages go through versions of classes, and handlers use the classes of their version"
    )
    func staged() throws {
        let folder = try TemporaryFolder()
        let url = try store(folder)
        let options = Self.migrating.merging([NSPersistentStoreStagedMigrationManagerOptionKey: stages()]) {
            $1
        }
        #expect(try families(url, options) == ["Lovelace", "Turing"])
    }

    @Test("MIG-7 MIG-61 a mapping model between versions of classes is found and carried out")
    func mapped() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Patrons.sqlite")
        let (old, new) = (
            NSManagedObjectModel(for: PatronV1.Patron.self), NSManagedObjectModel(for: PatronV2.Patron.self)
        )
        let stack = try Stack(at: url, old)
        let first = stack.context()
        try first.performAndWait {
            PatronV1.Patron(context: first).card = "4711"
            try first.save()
        }
        try stack.coordinator.remove(stack.store)
        try mapping(old, new).write(compiledTo: folder.file("Patrons.cdm"))
        NSMappingModel.registerMappingModels(in: folder.url)
        let migrated = try Stack(at: url, new, options: Self.migrating)
        let context = migrated.context()
        let cards = try context.performAndWait {
            try context.fetch(PatronV2.Patron.fetchRequest()).map(\.card)
        }
        #expect(cards == [4711])
        try migrated.coordinator.remove(migrated.store)
    }

    private func mapping(_ old: NSManagedObjectModel, _ new: NSManagedObjectModel) -> NSMappingModel {
        let card = NSPropertyMapping()
        card.name = "card"
        card.valueExpression = NSExpression(format: "CAST($source.card, 'NSNumber')")
        let mapping = NSEntityMapping()
        mapping.name = "PatronToPatron"
        (mapping.sourceEntityName, mapping.destinationEntityName) = ("Patron", "Patron")
        mapping.sourceEntityVersionHash = old.entityVersionHashesByName["Patron"]
        mapping.destinationEntityVersionHash = new.entityVersionHashesByName["Patron"]
        mapping.attributeMappings = [card]
        let model = NSMappingModel()
        model.entityMappings = [mapping]
        return model
    }

    @Test("MIG-10 frozen versions open under the newest one, again and again")
    func frozen() throws {
        let folder = try TemporaryFolder()
        let versions = FrozenVersions(in: folder.file("Versions"))
        #expect(throws: FrozenVersionError.self) { try versions.openAll(under: ReaderV3.model) { _, _ in } }
        let isNew = try versions.freeze("1.9", ReaderV1.model) { ReaderV1.Reader(context: $0).name = "Ada" }
        let isNewToo = try versions.freeze("1.10", ReaderV2.model) { context in
            let reader = ReaderV2.Reader(context: context)
            (reader.name, reader.family) = ("Ada", "Lovelace")
        }
        #expect(isNew && isNewToo && versions.names == ["1.9", "1.10"])
        #expect(try !versions.freeze("1.9", ReaderV1.model) { _ in throw CancellationError() })
        for _ in 0..<2 {
            var found: [String] = []
            try versions.openAll(under: ReaderV3.model) { name, context in
                let members = try context.fetch(ReaderV3.Member.fetchRequest())
                found += members.map { "\(name) \($0.family ?? "nobody")" }
            }
            #expect(found == ["1.9 nobody", "1.10 Lovelace"])
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("Versions/1.9").path)
        #expect(files.sorted() == ["Model.mom", "Store.sqlite"])
    }

    @Test(
        "MIG-10 a frozen version whose model has changed is told with its entities, and a failing check with its version"
    )
    func changedVersion() throws {
        let folder = try TemporaryFolder()
        let versions = FrozenVersions(in: folder.url)
        try versions.freeze("1", ReaderV1.model) { _ in }
        let changed = #expect(throws: FrozenVersionError.self) {
            try versions.freeze("1", ReaderV2.model) { _ in }
        }
        #expect(
            changed?.description.contains("\"1\"") == true && changed?.description.contains("Reader") == true)
        let failed = #expect(throws: FrozenVersionError.self) {
            try versions.openAll(under: ReaderV2.model) { _, _ in throw CocoaError(.fileNoSuchFile) }
        }
        #expect(failed?.description.contains("version \"1\"") == true)
        // A version that could not be filled is not there at all.
        #expect(throws: CancellationError.self) {
            try versions.freeze("2", ReaderV2.model) { _ in throw CancellationError() }
        }
        #expect(versions.names == ["1"])
    }
}
