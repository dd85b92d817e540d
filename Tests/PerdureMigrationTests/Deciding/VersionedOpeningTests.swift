// SPDX-License-Identifier: Apache-2.0
// Stores whose version others change while they are being opened, and stores of configurations.

import CoreData
import Foundation
import Perdure
import PerdureModel
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Migration: opening") struct VersionedOpeningTests {
    /// A way that begins at a named version.
    private struct Way: InPlaceWay {
        let migration: StoreMigration

        init(_ version: String) throws {
            migration = StoreMigration(
                from: .string(version), try SchemaCompiler(LibraryVersions.first()).schema(), metadata: [:])
        }

        func run<Opened>(_ open: () throws -> Opened) throws -> Opened { try open() }
    }

    private struct Hindered: Error {}

    private let opening = VersionedOpening(url: URL(fileURLWithPath: "/nowhere/Test.sqlite"))

    @Test("MIG-46 a store that has a third version by then is decided anew")
    func thirdVersion() throws {
        var looks: [MigrationDecision] = [.inPlace(try Way("first")), .inPlace(try Way("third")), .open]
        var opened: [String] = []
        let result = try opening.run(look: { ((), looks.removeFirst()) }) { _, migration in
            opened.append(migration.map { "\($0.oldHashes as Any)" } ?? "as it is")
            if opened.count == 1 { throw Hindered() }
            return opened.count
        }
        #expect(result == 2 && looks.count == 1)
        #expect(opened[0].contains("first") && opened[1].contains("third"))
    }

    @Test("MIG-46 a store that changes its version between the look and the opening is looked at again")
    func changedVersion() throws {
        var looks: [MigrationDecision] = [
            .open, .inPlace(try Way("first")), .inPlace(try Way("first")), .open,
        ]
        var migrates: [Bool] = []
        let result = try opening.run(look: { ((), looks.removeFirst()) }) { _, migration in
            migrates.append(migration != nil)
            if migrates.count < 4 { throw VersionChanged() }
            return migrates.count
        }
        #expect(result == 4 && migrates == [false, true, true, false])
    }

    @Test("MIG-46 an error of a store that still has its version is the error of opening it")
    func sameVersion() throws {
        let way = try Way("first")
        #expect(throws: Hindered.self) {
            try opening.run(look: { ((), .inPlace(way)) }, open: { _, _ in throw Hindered() })
        }
    }

    @Test("MIG-46 after a few tries it is 134110")
    func restless() throws {
        var looks = 0
        let error = #expect(throws: (any Error).self) {
            try opening.run(
                look: {
                    looks += 1
                    return ((), .first {})
                }, open: { _, _ in })
        }
        #expect((error as NSError?)?.code == 134110 && looks < 20)
        #expect((error as NSError?)?.localizedDescription.contains("/nowhere/Test.sqlite") == true)
    }

    @Test("MIG-46 of several who migrate one store at once all open it")
    func several() throws {
        let file = try LibraryFile()
        let (url, errors) = (file.url, ThreadErrors())
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            errors.catching {
                let stack = try Stack(
                    at: url, LibraryVersions.second(), options: LibraryVersions.migrating)
                let works = try LibraryFile.works(stack)
                if works.count != 3 { errors.add("\(works)") }
            }
        }
        #expect(errors.list == [])
    }

    /// A model with books in one configuration and shelves in another one.
    private static func configured(_ change: (NSManagedObjectModel) -> Void = { _ in })
        -> NSManagedObjectModel
    {
        let model = NSManagedObjectModel(
            EntitySketch("Book", .attribute("title")), EntitySketch("Shelf", .attribute("room")))
        change(model)
        for name in ["Book", "Shelf"] {
            model.setEntities([model.entitiesByName[name]!], forConfigurationName: "\(name)s")
        }
        return model
    }

    private static func open(
        _ url: URL, _ model: NSManagedObjectModel, _ configuration: String,
        _ body: (NSManagedObjectContext) throws -> Void
    ) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: configuration, at: url,
            options: LibraryVersions.migrating)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait { try body(context) }
        try coordinator.remove(store)
    }

    @Test("MIG-9 a store of a configuration is migrated for its entities")
    func configuration() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Books.sqlite")
        try Self.open(url, Self.configured(), "Books") { context in
            context.insert("Book", ["title": "Eden"])
            try context.save()
        }
        let second = Self.configured { model in
            model.entitiesByName["Book"]?.properties.append(LibraryVersions.attribute("language"))
            // This could not be inferred, and is no matter of this store.
            model.entitiesByName["Shelf"]?.attributesByName["room"]?.attributeType = .dateAttributeType
        }
        try Self.open(url, second, "Books") { context in
            let book = try #require(try context.all("Book").first)
            #expect(book.value(forKey: "title") as? String == "Eden")
            book.setValue("pl", forKey: "language")
            try context.save()
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: url)
        #expect((metadata[NSStoreModelVersionHashesKey] as? [String: Data])?.keys.sorted() == ["Book"])
        // A store of the same model and another configuration was not there, and is new.
        let shelves = folder.file("Shelves.sqlite")
        try Self.open(shelves, second, "Shelfs") { context in
            let found = try context.all("Shelf")
            #expect(found.isEmpty)
        }
    }

    @Test("MIG-9 roots that come under one parent are no matter of a store that holds one of them")
    func parentOfOthers() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Shelves.sqlite")
        try Self.open(url, Self.configured(), "Shelfs") { context in
            context.insert("Shelf", ["room": "Hall"])
            try context.save()
        }
        let second = NSManagedObjectModel(
            EntitySketch("Thing", .attribute("note")),
            EntitySketch("Book", parent: "Thing", .attribute("title")),
            EntitySketch("Shelf", parent: "Thing", .attribute("room")))
        for name in ["Book", "Shelf"] {
            second.setEntities([second.entitiesByName[name]!], forConfigurationName: "\(name)s")
        }
        try Self.open(url, second, "Shelfs") { context in
            let shelf = try #require(try context.all("Shelf").first)
            #expect(shelf.value(forKey: "room") as? String == "Hall")
            shelf.setValue("old", forKey: "note")
            try context.save()
        }
    }
}
